"""Chapter 18, the aftermath: its table of contents.

`order` puts its chapters together: `homecoming`, `changing`, `fate`, `harm`, `experience`,
`advances`, `growth`, `income`, `discoveries`, `succession`, `shop`, `care`, `trade`, `gear`.
`evening` is the state they judge on, `guests` the books of a battle file's crews; `legal` and
`showing` look. `deals` and `lines` are known without all this: any line typed may be of these.
"""

from domain.game import After
from domain.games.mortisphere import showing
from domain.games.mortisphere.after import order, season
from domain.games.mortisphere.after import showing as evening
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.legal import AfterLegal

AFTER = After(
    decider=order.AFTERMATH,
    begins=OpenAftermath,
    over=order.over,
    beside=order.beside,
    canonical=order.canonical,
    awaited=order.awaited,
    rolls_sealed=evening.rolls_sealed,
    chains=evening.chains,
    roll=showing.roll,
    sides=evening.sides_due,
    throw=showing.throw,
    legal=AfterLegal,
    names=evening.names,
    asked=evening.asked,
    show=evening.show,
    ask=evening.ask,
    season=season.season,
)

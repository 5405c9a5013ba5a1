"""What `undo clash`, `activation`, `turn` and `round` take back."""

from domain.games.mortisphere.acting import Hold
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.clash import Clash, ClashDeclared, ClashOver
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.rounds import RoundBegan
from domain.games.mortisphere.turns import TurnPassed, TurnTaken
from domain.games.mortisphere.withdrawing import Withdraw
from domain.undo import Span

SPANS = {
    "clash": Span(begins=(ClashDeclared,)),
    "activation": Span(causes=(Clash, Move, Interact, Withdraw, Hold)),
    "turn": Span(ends=(TurnTaken, TurnPassed, ClashOver)),
    "round": Span(ends=(RoundBegan,)),
}

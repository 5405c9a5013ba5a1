"""Crews: name, player and treasury as they now stand."""

from typing import ClassVar

from sqlalchemy import Table

from domain.roster import CrewFounded, CrewRenamed, FoundingEnded, MemberRecruited
from domain.terms import Event
from projections.page import Page, View, flag, number, several, table, text

crews = table(
    "crews",
    text("name"),
    several("former_names"),
    text("player"),
    number("treasury"),
    flag("founding"),
)


class Crews(View):
    """A row for each crew."""

    name = "crews"
    version = 1
    tables: ClassVar[tuple[Table, ...]] = (crews,)
    events: ClassVar[tuple[type[Event], ...]] = (
        CrewFounded,
        CrewRenamed,
        FoundingEnded,
        MemberRecruited,
    )

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of crews."""
        for line in page.lines:
            match line.data:
                case CrewFounded(crew=crew, player=player, purse=purse):
                    row = page.row(crews, story=line.story)
                    row.update(name=crew.name, player=player, treasury=purse, founding=True)
                case CrewRenamed(crew=crew, before=before):
                    row = page.row(crews, story=line.story)
                    row.update(name=crew.name, former_names=[*row["former_names"], before])
                case FoundingEnded(treasury=treasury):
                    page.row(crews, story=line.story).update(founding=False, treasury=treasury)
                case MemberRecruited(treasury=treasury):
                    page.row(crews, story=line.story)["treasury"] = treasury
                case _:
                    pass


VIEW = Crews()

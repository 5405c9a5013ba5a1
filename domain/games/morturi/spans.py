"""What `undo attack`, `activation`, `turn` and `round` take back."""

from domain.games.morturi.activation import GladiatorActivated, TurnEnded
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.rounds import RoundBegan
from domain.games.morturi.surrender import SchoolSurrendered
from domain.undo import Span

SPANS = {
    "attack": Span(begins=(AttackDeclared,)),
    "activation": Span(begins=(GladiatorActivated,)),
    "turn": Span(ends=(TurnEnded, SchoolSurrendered)),
    "round": Span(ends=(RoundBegan,)),
}

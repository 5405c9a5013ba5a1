"""Section 12, after a pick-up battle: what is said to have its schools go home."""

from domain.terms import Action


class GoHome(Action, frozen=True, kw_only=True, tag="morturi.go-home"):
    """Go home from a battle that is concluded."""

"""How long members last: Kaplan and Meier, reckoned by hand."""

from fractions import Fraction

from projections.plots.survival import Life, Step, survival


def died(battles: int) -> Life:
    """A life that ended in its last battle."""
    return Life(battles=battles, died=True)


def lives(battles: int) -> Life:
    """A life that goes on, or went on elsewhere."""
    return Life(battles=battles, died=False)


def test_the_share_falls_where_somebody_dies_and_the_living_leave_those_at_risk() -> None:
    """Given five; when one dies in battle 1, one of three at risk in 3, the last in 5.

    Then 4/5 outlive the first battle, 4/5 x 2/3 = 8/15 the third, nobody the fifth; who lives on
    after 2 battles changes nothing but how many are at risk.
    """
    told = survival([died(1), lives(2), died(3), lives(3), died(5)])

    assert told == [
        Step(battle=1, risk=5, died=1, censored=0, share=Fraction(4, 5)),
        Step(battle=2, risk=4, died=0, censored=1, share=Fraction(4, 5)),
        Step(battle=3, risk=3, died=1, censored=1, share=Fraction(8, 15)),
        Step(battle=5, risk=1, died=1, censored=0, share=Fraction(0)),
    ]


def test_the_living_are_no_dead() -> None:
    """Given three who live; when nobody died; then all are thought to outlive every battle."""
    assert [step.share for step in survival([lives(1), lives(4), lives(9)])] == [1, 1, 1]


def test_who_never_fought_was_never_at_risk() -> None:
    """Given one who never fought, one who died in his first battle; then one of one died."""
    assert survival([lives(0), died(1)]) == [
        Step(battle=1, risk=1, died=1, censored=0, share=Fraction(0))
    ]
    assert survival([lives(0)]) == []


def test_without_anybody_censored_it_is_the_plain_share() -> None:
    """Given four who died in battles 1, 2, 2 and 4; then 3/4, 1/4 and 0 were left behind them."""
    told = survival([died(2), died(1), died(4), died(2)])

    assert [(step.battle, step.share) for step in told] == [
        (1, Fraction(3, 4)),
        (2, Fraction(1, 4)),
        (4, Fraction(0)),
    ]

"""Which plural form a number takes: CLDR's rules for whole numbers, read as Unicode writes them.

A language's file says its rules (`few = "n % 10 = 2..4 and n % 100 != 12..14"`), which a translator
copies from CLDR's table; UTS 35 defines how they are read. Of a whole number `n` and `i` are its
amount, and `v w f t c e` (digits of a fraction, exponent) are 0.
"""

import re
from collections.abc import Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"
ENGLISH = {"one": "i = 1 and v = 0"}

_SPAN = r"\d{1,9}(?:\.\.\d{1,9})?"
_RELATION = re.compile(
    rf"([nivwftce])(?: *(?:%|mod) *([1-9]\d{{0,8}}))? *(!?=) *({_SPAN}(?: *, *{_SPAN})*)"
)


def category(number: int, rules: Mapping[str, str]) -> str:
    """The category of a number by these rules, in CLDR's order; `other` where none holds."""
    for name in CATEGORIES:
        if name in rules and holds(rules[name], number):
            return name
    return OTHER


def holds(rule: str, number: int) -> bool:
    """Whether a rule holds for a number. Raises ValueError for what is no rule."""
    sides = [
        [_relation(part, abs(number)) for part in side.split(" and ")]
        for side in rule.split(" or ")
    ]
    return any(map(all, sides))


def _relation(text: str, number: int) -> bool:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"'{text.strip()}' is no plural rule of CLDR")
    operand, modulus, sign, ranges = found.groups()
    value = number if operand in {"n", "i"} else 0
    value = value % int(modulus) if modulus else value
    within = any(_within(value, each.strip()) for each in ranges.split(","))
    return within == (sign == "=")


def _within(value: int, span: str) -> bool:
    first, _, last = span.partition("..")
    return int(first) <= value <= int(last or first)

"""The sandbox in which templates run: what they reach is listed, what they take is counted.

A template is data from a stranger, as a campaign's folder is. It reads what it is given and other
templates, and nothing else; a loop, a call, a text cost what they might write, and a campaign's own
template that spends more than `MOST` is stopped. Nothing in it grows in one step: texts are joined
up to `LONGEST` characters, numbers multiplied up to `GREATEST`, lists hold no lists.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from types import CodeType
from typing import Any

import msgspec
from jinja2 import StrictUndefined, Template, Undefined, nodes, pass_context
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.loaders import BaseLoader
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup

from projections.frame.escapes import Escape
from projections.frame.sample import Sample
from projections.frame.watching import ITEM, LOOP, SIZE, TEXT, watch

MOST = 100_000_000
"""What a campaign's own templates may spend on a document: characters, about."""

LONGEST = 1_000_000
GREATEST = 10**18
LOOPS = 10_000
STEP = 100
"""What a step costs that writes nothing."""

FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "first", "int", "last", "length", "list"),
    *("lower", "max", "min", "reverse", "sort", "title", "trim", "truncate", "unique", "upper"),
)
_READABLE = ("get", "items", "keys", "values")
_OPEN = (
    msgspec.Struct,
    tuple,
    Enum,
    LoopContext,
    Macro,
    BlockReference,
    TemplateModule,
    TemplateReference,
    Namespace,
    Undefined,
)
_HELD = (list, tuple, dict, set, frozenset)


_DEEP = "it is nested too deeply"


class Exhausted(Exception):
    """A template took more than it may."""


class Meter:
    """What a document has cost so far; `size` is that of the largest template of a campaign's own.

    Our own templates are counted too, and never stopped.
    """

    def __init__(self) -> None:
        self.spent = 0
        self.size = 0

    def spend(self, cost: int) -> None:
        """Count a step; raises Exhausted where a campaign's own template has taken too much."""
        self.spent += STEP + cost
        if self.spent > MOST and self.size:
            raise Exhausted("it loops or writes without end")


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for templates of one ending, which escapes all that it is given."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: BaseLoader, escape: Escape, said: Callable[..., Any]) -> None:
        self.meter = Meter()
        self._escape = escape
        super().__init__(
            loader=loader,
            autoescape=True,
            finalize=self._finalize(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.filters = {name: self._counted(self.filters[name]) for name in FILTERS}
        self.filters |= {
            "join": self._join,
            TEXT: self._text,
            LOOP: self._loop,
            ITEM: _item,
            SIZE: self._size,
        }
        self.globals = {"say": said, "range": _range, "namespace": Namespace}

    def document(self, name: str, values: Mapping[str, Any]) -> str:
        """The document of a template."""
        self.meter.spent = 0
        return self.get_template(name).render(values)

    # What a template may reach.

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An entry of a table, before its methods; else what a thing of ours shows."""
        if isinstance(obj, Mapping):
            if attribute in obj:
                return obj[attribute]
            return getattr(obj, attribute) if attribute in _READABLE else self._none(obj, attribute)
        if isinstance(obj, _OPEN):
            return super().getattr(obj, attribute)
        return self.unsafe_undefined(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry of a table or list; never an attribute."""
        try:
            return obj[argument]
        except (TypeError, LookupError, AttributeError):
            return self._none(obj, argument)

    def _none(self, obj: Any, name: Any) -> Undefined:
        return self.undefined(obj=obj, name=name)

    # What a template may take.

    def call(self, context: Context, obj: Any, /, *args: Any, **named: Any) -> Any:
        """Call a macro, a block, or what a template was given."""
        self.meter.spend(self.meter.size)
        return super().call(context, obj, *args, **named)

    def call_binop(self, context: Context, operator_: str, left: Any, right: Any) -> Any:  # noqa: ARG002  jinja's signature
        """Work out what could grow: numbers, and texts that are joined."""
        if operator_ == "+" and isinstance(left, str) and isinstance(right, str):
            return _short(left + right, len(left) + len(right))
        if operator_ == "**" or not (_number(left) and _number(right)):
            raise SecurityError(f"'{operator_}' is for numbers here, '~' joins texts")
        found = {"+": operator.add, "*": operator.mul, "%": operator.mod}[operator_](left, right)
        if abs(found) > GREATEST:
            raise SecurityError("a number is too large")
        return found

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:  # noqa: A002  jinja's signature
        """A template by its name; each costs as much as it might write."""
        self.meter.spend(self.meter.size)
        return super().get_template(name, parent, globals)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Read a template, and put a watch on each place that could take much."""
        try:
            found = super()._parse(source, name, filename)
            watch(found)
        except RecursionError:
            raise TemplateSyntaxError(_DEEP, 1, name, filename) from None
        except TemplateSyntaxError as error:
            raise TemplateSyntaxError(error.message or "", error.lineno, name, filename) from None
        return found

    def _compile(self, source: str, filename: str) -> CodeType:
        """Make of what was read what runs; Python, too, reads only so deep."""
        try:
            return super()._compile(source, filename)
        except (RecursionError, MemoryError, SyntaxError):
            raise TemplateSyntaxError(_DEEP, 1, None, filename) from None

    def _finalize(self) -> Callable[..., Markup]:
        @pass_context
        def finalize(_: Context, value: Any) -> Markup:
            return self._text(_, value)

        return finalize

    @pass_context
    def _text(self, _: Context, value: Any) -> Markup:
        """What is written: a text, a number, markup; escaped unless it is markup."""
        if not isinstance(value, str | int | float | Undefined) and not hasattr(value, "__html__"):
            raise SecurityError(f"a {type(value).__name__} is no text: name what of it is meant")
        text = self._escape(value)
        self.meter.spend(len(text))
        return text

    @pass_context
    def _loop(self, _: Context, values: Iterable[Any], weight: int, wide: int) -> Iterator[Any]:
        """What is looped over, each time counted; a sample is as `wide` as the loop wants it."""
        for value in values:
            self.meter.spend(weight)
            yield (value,) * wide if wide and isinstance(value, Sample) else value

    @pass_context
    def _size(self, _: Context, value: Any) -> Any:
        self.meter.spend(len(value) if hasattr(value, "__len__") else 0)
        return value

    @pass_context
    def _join(self, _: Context, values: Iterable[Any], between: Any = "") -> Markup:
        """Texts, each escaped, with something between them."""
        return self._text(_, between).join(self._text(_, value) for value in values)

    def _counted(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """A filter of jinja's that costs as much as what it is given is long."""
        kind = getattr(work, "jinja_pass_arg", None)
        wants = kind.name if kind else ""

        @pass_context
        def counted(context: Context, value: Any, *args: Any, **named: Any) -> Any:
            self.meter.spend(len(value) if hasattr(value, "__len__") else 0)
            first = {"environment": (self,), "eval_context": (context.eval_ctx,)}.get(wants, ())
            return work(*first, value, *args, **named)

        return counted


@pass_context
def _item(_: Context, value: Any) -> Any:
    if isinstance(value, _HELD):
        raise SecurityError("a list holds no list that has a name of its own")
    return value


def _short(text: str, length: int) -> str:
    if length > LONGEST:
        raise SecurityError(f"a text of more than {LONGEST:,} characters")
    return text


def _number(value: Any) -> bool:
    return isinstance(value, int | float)


def _range(*ends: int) -> range:
    found = range(*ends)
    if len(found) > LOOPS:
        raise SecurityError(f"a range of more than {LOOPS:,}")
    return found

"""What of a template is watched while it runs: loops, joins, lists, comparisons.

Each such place is put through a filter of the sandbox, which counts it or refuses what would grow.
"""

from collections.abc import Callable
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateAssertionError

LOOP, TEXT, ITEM, SIZE = "watch_loop", "watch_text", "watch_item", "watch_size"


def watch(tree: nodes.Template) -> None:
    """Put a watch on each place that could take much; refuses what cannot be watched."""
    for kind, work in _WORK.items():
        for node in list(tree.find_all(kind)):
            work(node)


def _loop(node: Any) -> None:
    """A loop costs what its body writes, each time."""
    if node.recursive:
        raise _refused("a loop that calls itself", node)
    texts = (each.data for part in node.body for each in part.find_all(nodes.TemplateData))
    weight = nodes.Const(sum(map(len, texts)), lineno=node.lineno)
    wide = nodes.Const(len(getattr(node.target, "items", ())), lineno=node.lineno)
    node.iter = _through(LOOP, node.iter, weight, wide)


def _concat(node: Any) -> None:
    """Only texts are joined."""
    node.nodes = [_through(TEXT, each) for each in node.nodes]


def _items(node: Any) -> None:
    """A list holds lists only where they are written out in it."""
    if getattr(node, "ctx", "load") == "load":
        node.items = [_flat(each) for each in node.items]


def _pair(node: Any) -> None:
    node.value = _flat(node.value)


def _operand(node: Any) -> None:
    """What something is compared with, or sought in, costs as much as it is long."""
    node.expr = _through(SIZE, node.expr)


def _name(node: Any) -> None:
    if node.name in {"varargs", "kwargs"}:
        raise _refused(node.name, node)


_WORK: dict[type[nodes.Node], Callable[[Any], None]] = {
    nodes.For: _loop,
    nodes.Concat: _concat,
    nodes.List: _items,
    nodes.Tuple: _items,
    nodes.Pair: _pair,
    nodes.Operand: _operand,
    nodes.Name: _name,
}


def _through(name: str, node: nodes.Expr, *args: nodes.Expr) -> nodes.Filter:
    """A part of a template, passed through a filter of the sandbox."""
    return nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno)


def _flat(node: nodes.Expr) -> nodes.Expr:
    """An item of a list: written out, or held to be no list."""
    written = nodes.Const | nodes.TemplateData | nodes.List | nodes.Tuple | nodes.Dict
    return node if isinstance(node, written) else _through(ITEM, node)


def _refused(what: str, node: nodes.Node) -> TemplateAssertionError:
    return TemplateAssertionError(f"{what} is not for templates here", node.lineno)

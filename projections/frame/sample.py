"""What a template is tried on: a thing that is whatever is asked of it, once over."""

from collections.abc import Iterator
from typing import Any

import msgspec


class Sample(msgspec.Struct, frozen=True):
    """A name, a number, a list of one and a table at once: all of it is this sample again."""

    def __getattr__(self, name: str) -> "Sample":
        """Whatever it is asked for."""
        if name.startswith("_"):  # no thing of ours has that, nor shows it
            raise AttributeError(name)
        return self

    def __getitem__(self, name: Any) -> "Sample":
        if isinstance(name, str):
            return self.__getattr__(name)
        return self

    def __iter__(self) -> Iterator["Sample"]:
        yield self

    def __call__(self, *_: Any, **__: Any) -> "Sample":
        """Whatever it is called with."""
        return self

    def __len__(self) -> int:
        return 1

    def __html__(self) -> str:
        return "sample"

    def __str__(self) -> str:
        return "sample"

    def __int__(self) -> int:
        return 1

    def __lt__(self, _: object) -> bool:
        return False

    def __add__(self, _: Any) -> "Sample":
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __truediv__ = __add__
    __gt__ = __lt__
    __le__ = __ge__ = lambda _, __: True


SAMPLE = Sample()

"""Frozen values: what states are made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, ParamSpec, Self, TypeVar, dataclass_transform

P = ParamSpec("P")
T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen_value(cls: type[T]) -> type[T]:
    """A dataclass whose fields are set once, when it is made; mypy refuses to change them.

    Python's own frozen dataclasses refuse it at run time as well, and take four times as long to make:
    too long for what is made anew with every answer. Named tuples take three times as long to read.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes values of a class from all their fields, as the class itself does.

    Python calls a function at once and a class by way of C, which takes nearly twice as long.
    """
    names = cls.__slots__  # type: ignore[attr-defined]
    fields = "".join(f"    value.{name} = {name}\n" for name in names)
    known: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec(f"def make({', '.join(names)}):\n    value = new(cls)\n{fields}    return value\n", known)
    make: Callable[P, T] = known["make"]
    return make


class Value:
    """What all values can do."""

    __slots__: ClassVar[tuple[str, ...]] = ()

    def _replace(self, **changes: Any) -> Self:
        """The value with other fields."""
        return type(self)(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__slots__])


class Remembers:
    """A base for classes with slots that have cached properties: those are kept in a dict beside the slots.

    Without slots every field would be read from that dict, which takes five times as long.
    """

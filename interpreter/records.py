"""Records: what frozen dataclasses with slots are, made ten times as fast, for a program that starts makes very many.

The library writes the methods of each class as text and has Python compile it. Here all classes share a few functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def record(made: type[_T], /) -> type[_T]: ...


@overload
def record(*, eq: bool) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(made: type[_T] | None = None, /, *, eq: bool = True) -> type[_T] | Callable[[type[_T]], type[_T]]:
    """Make a class with annotated fields a record; with `eq=False` each one equals itself alone.

    To `fields`, `replace` and patterns it is a dataclass. Defaults and `field(default_factory=...)` are understood, and
    nothing else of `field`.
    """
    if made is None:
        return lambda class_: _finished(class_, eq=eq)
    return _finished(made, eq=eq)


def _finished(made: type[_T], *, eq: bool) -> type[_T]:
    # Without one, the library makes one of the signature, for which it reads a good part of itself.
    made.__doc__ = made.__doc__ or made.__name__
    class_: Any = dataclass(init=False, repr=False, eq=False, slots=True)(made)
    known = fields(class_)
    parts = _parts([one.name for one in known])
    class_.__init__ = _init(known, [getattr(class_, one.name).__set__ for one in known])
    class_.__repr__ = _shown
    class_.__setattr__ = class_.__delattr__ = _refuse
    # In a pickle a record is its class and its parts.
    class_.__reduce__ = lambda self: (self.__class__, parts(self))
    if eq:
        class_.__eq__ = lambda self, other: (
            parts(self) == parts(other) if other.__class__ is self.__class__ else NotImplemented
        )
        class_.__hash__ = lambda self: hash(parts(self))
    finished: type[_T] = class_
    return finished


def _parts(names: list[str]) -> Callable[[object], tuple[Any, ...]]:
    """Return what gives the values of some attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple(getattr(one, name) for name in names)


def _init(known: tuple[Field[Any], ...], put: list[Callable[[object, Any], None]]) -> Callable[..., None]:
    """Return the `__init__` of a class; `put` sets its fields."""
    number = len(known)
    makers = [(one.name, one.default, one.default_factory) for one in known]
    if number == 2:
        first, second = put

        def init_pair(self: object, *given: Any, **named: Any) -> None:  # noqa: ANN401
            if named or len(given) != 2:
                given = tuple(_completed(self, makers, given, named))
            first(self, given[0])
            second(self, given[1])

        return init_pair
    if number == 3:
        first, second, third = put

        def init_triple(self: object, *given: Any, **named: Any) -> None:  # noqa: ANN401
            if named or len(given) != 3:
                given = tuple(_completed(self, makers, given, named))
            first(self, given[0])
            second(self, given[1])
            third(self, given[2])

        return init_triple

    def init(self: object, *given: Any, **named: Any) -> None:  # noqa: ANN401
        values: Iterable[Any] = given
        if named or len(given) != number:
            values = _completed(self, makers, given, named)
        for set_to, value in zip(put, values, strict=True):
            set_to(self, value)

    return init


def _completed(
    self: object, makers: list[tuple[str, Any, Any]], given: tuple[Any, ...], named: dict[str, Any]
) -> list[Any]:
    """Return the values of all fields, in order. Raises TypeError when one is missing, or given twice or in vain."""
    values = list(given)
    for name, default, factory in makers[len(given) :]:
        if name in named:
            values.append(named.pop(name))
        elif default is not MISSING:
            values.append(default)
        elif factory is not MISSING:
            values.append(factory())
        else:
            raise TypeError(f"{type(self).__name__} needs its field {name}")
    if named or len(values) > len(makers):
        raise TypeError(f"{type(self).__name__} has no field for {', '.join(named) or values[-1]!r}")
    return values


def _shown(self: Any) -> str:  # noqa: ANN401
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self))
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} cannot be changed, nor its field {name!r}")

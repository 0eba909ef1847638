"""Takes down what the words of questions and actions say of the state, quickly: made once for each text of a game.

It is what `filling` of `walker/texts.py` gives. Texts say mostly names and simple comparisons, which are looked up
here without walking the tree. All else is left to the walker, and for later, where it surely has a value: the state is
kept as it is, and the words are made when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Literal, NamedTuple, TypeGuard, assert_never, cast

from rulewright.interpreter.compiler.lowering.tree import Failing
from rulewright.interpreter.content.model import Action
from rulewright.interpreter.fast.shared_zones import ALL, SHARED
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.texts import Filling, filled_part, is_one

Take = Callable[[State, Env], Filling]
_Part = Callable[[State, Env], Any]
_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


_SOUND = (
    c.Const, c.CardConst, c.Local, c.Players, c.TurnOrder, c.RoundNumber, c.OptionValue, c.PlayerCounter, c.GameState,
    c.ComponentState, c.CardField, c.Owner, c.Face, c.Sides, c.HolderOf, c.Negative, c.Compare, c.AllOf, c.AnyOf, c.Not,
    c.IsKind, c.IsCard, c.Cases,
)  # fmt: skip
"""Formulas that have a value whenever their parts have one, without going through a list or asking for a value."""


def is_sound(template: c.Template | None) -> bool:
    """Say whether a text can surely be made, so that it may be made later; of some that can, this does not know."""
    return all(isinstance(node, (c.Template, *_SOUND)) for node in nodes(template))


class Keeping(State):
    """A state that can be kept as it is, although the game goes on: both share the zones until one changes them."""

    __slots__ = ("_counts", "_kept")

    def __init__(self, v: list[int], z: list[list[int]], counts: list[int]) -> None:
        super().__init__(v, z, [])
        self._counts = counts
        self._kept: State | None = None

    def kept(self) -> State:
        """Return the state as it was when this was first asked; nothing happens in between."""
        if self._kept is None:
            self._counts[SHARED] = ALL
            self._kept = State(self.v.copy(), self.z.copy(), [])
        return self._kept


_Simple = c.Local | c.Const | c.Compare
"""Formulas that can be looked up without walking the tree: comparisons, where both sides are names or numbers."""


def _is_simple(condition: c.Expr) -> TypeGuard[_Simple]:
    """Say whether a condition is looked up without walking the tree."""
    if isinstance(condition, c.Compare):
        return all(isinstance(side, c.Local | c.Const) for side in (condition.left, condition.right))
    return isinstance(condition, c.Local)


def _single(name: str) -> _Part:
    """Return what takes down a value that has a name, and no side."""
    return lambda _s, env: (env[name], 0)


def _listed(name: str) -> _Part:
    """Return what takes down a list that has a name, of which nothing has a side."""

    def take(_s: State, env: Env) -> tuple[tuple[int, ...], tuple[int, ...]]:
        value = cast("tuple[int, ...]", env[name])
        return value, (0,) * len(value)

    return take


class Later(NamedTuple):
    """A part of a text that is worked out when somebody reads it: from which state, with which names."""

    state: State
    env: Env
    part: c.TemplatePart


def settled(t: Setting, filled: Any) -> Any:  # noqa: ANN401  # a filling, or what stands in one
    """Return what was taken down of a text, with what was left for later."""
    if isinstance(filled, Later):
        filled.state.fuel.fill()
        return filled_part(t, filled.state, filled.env, filled.part)
    if isinstance(filled, tuple):
        return tuple(settled(t, part) for part in filled)
    return filled


Needs = Literal["nothing", "names", "faces", "state", "now"]
"""What must be noted to make a text later: nothing, the names in it, these and which sides are up, or the whole state;
or the text must be taken down at once, since it may have a fault, or its state is too large to be kept."""

MOST_KEPT = 4_000
"""Of a state with more numbers than this none is kept for later."""


Say = Callable[[FastState, int, tuple[Any, ...]], Any]
"""Notes of an action that begins what its text needs: of a state, who acts, and the arguments. What it gives are tuples
of numbers where possible, since those cost nothing while they lie there."""


def _with_state(s: FastState, _player: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Note the arguments and the state: its numbers, and the zones one behind the other, with their lengths."""
    return args, tuple(s.v), tuple(chain.from_iterable(s.z)), tuple(map(len, s.z))


def _state_of(v: Sequence[int], lying: Sequence[int], lengths: Sequence[int]) -> State:
    """Return a state that was noted."""
    rest = iter(lying)
    return State(list(v), [list(islice(rest, length)) for length in lengths], [])


def _env(names: Sequence[str], args: tuple[Any, ...], player: int) -> Env:
    return {**dict(zip(names, args, strict=True)), "me": player}


class Takers:
    """What takes down each text of a game, made when the text is first met."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._takers: dict[int, Take | None] = {}
        self._failing = Failing(setting.game)

    def of(self, template: c.Template | None) -> Take | None:
        """Return what takes down a text, None for one of words only."""
        key = id(template)  # texts live as long as their game, and so does this
        if key not in self._takers:
            self._takers[key] = None if template is None or template.is_fixed else self._made(template)
        return self._takers[key]

    def of_action(self, action: Action) -> Say | None:
        """Return what notes the text of an action when it begins, None for one without."""
        take, needs = self.of(action.in_transcripts), self.needs(action.in_transcripts)
        names = [param.name for param in action.params]
        if take is None:
            return None
        match needs:
            case "nothing" | "names":
                return lambda _s, _player, args: args
            case "state":
                return _with_state
            case "faces":
                # Of a state, it only looks at its numbers.
                return lambda s, player, args: take(cast("State", s), _env(names, args, player))
            case "now":
                return lambda s, player, args: take(Keeping(s.v, s.z, s.k), _env(names, args, player))
            case _:
                assert_never(needs)

    def told_of(self, action: Action, player: int, said: Any) -> Filling:  # noqa: ANN401  # whatever `Say` has noted
        """Return what the text of an action says, from what was noted when it began."""
        take, needs = self.of(action.in_transcripts), self.needs(action.in_transcripts)
        names = [param.name for param in action.params]
        if take is None:
            return None
        if needs == "state":
            args, *state = said
            filled = take(_state_of(*state), _env(names, args, player))
        elif needs == "names":
            filled = take(State([], [], []), _env(names, said, player))
        else:
            filled = said
        return filled if filled is None else settled(self._setting, filled)

    def needs(self, template: c.Template | None) -> Needs:
        """Return what must be noted to make a text later."""
        if template is None or template.is_fixed:
            return "nothing"
        parts = {self._part_needs(part) for part in template.parts if not isinstance(part, str)}
        order: tuple[Needs, ...] = ("now", "state", "faces", "names")
        return next(need for need in order if need in parts)

    def _part_needs(self, part: c.TemplatePart) -> Needs:
        match part:
            case c.Local(type=type_) if self._is_named(type_):
                return "names"
            case c.Local(type=type_) if type_.base == "component":
                return "faces"
            case c.Agreeing(subject=c.Local()):
                return "names"
            case c.Conditional() if _is_simple(part.condition):
                return self._needs_within(part.words)
            case c.Listing() if isinstance(part.items.list, c.Local):
                return self._needs_within(part.words)
            case str():
                return "nothing"
            case c.Formula() | c.Agreeing() | c.Conditional() | c.Listing():
                return "state" if self._can_wait(part) else "now"
            case _:
                assert_never(part)

    def _needs_within(self, words: c.Template) -> Needs:
        """Return what must be noted of a part that takes a name to say whether, or how often, it has these words."""
        within = self.needs(words)
        return "names" if within == "nothing" else within

    def _is_named(self, type_: Type) -> bool:
        """Say whether values of a type are shown alike in every state: no component with sides, no list of some."""
        if type_.item is not None:
            return self._is_named(type_.item)
        kinds = self._setting.game.kinds
        return type_.base != "component" or (
            bool(type_.names) and all(kinds[name].sides == 1 for name in type_.names)
        )

    def _can_wait(self, part: object) -> bool:
        """Say whether a part of a text may be worked out later, from the state as it is now."""
        return self._setting.layout.size <= MOST_KEPT and not self._may_fail(part)

    def _made(self, template: c.Template) -> Take:
        parts = [self._part(part) for part in template.parts if not isinstance(part, str)]
        if len(parts) == 1:
            only = parts[0]
            return lambda s, env: (only(s, env),)
        return lambda s, env: tuple([part(s, env) for part in parts])

    def _part(self, part: c.TemplatePart) -> _Part:
        match part:
            case c.Local(type=type_) if self._is_named(type_):
                return _listed(part.name) if type_.base == "list" else _single(part.name)
            case c.Local(type=type_) if type_.base == "component":
                return self._component(part.name)
            case c.Agreeing(subject=c.Local() as subject):
                return lambda _s, env: is_one(subject, env[subject.name])
            case c.Listing() if isinstance(part.items.list, c.Local):
                return self._listing(part.items.list.name, part.items.name, part.words)
            case c.Conditional() if _is_simple(part.condition):
                holds, within = self._value(part.condition), self.of(part.words)
                if within is None:
                    return lambda s, env: () if holds(s, env) == 1 else None
                return lambda s, env: within(s, env) if holds(s, env) == 1 else None
            case str() | c.Formula() | c.Agreeing() | c.Conditional() | c.Listing():
                return self._by_the_tree(part)
            case _:
                assert_never(part)

    def _by_the_tree(self, part: c.TemplatePart) -> _Part:
        """Return what takes down any part: the walker, at once or later."""
        t = self._setting
        if self._can_wait(part):
            return lambda s, env: (
                Later(s.kept(), env, part) if isinstance(s, Keeping) else filled_part(t, s, env, part)
            )
        return lambda s, env: filled_part(t, s, env, part)

    def _listing(self, listed: str, item: str, words: c.Template) -> _Part:
        """Return what takes down the words of each item of a list that has a name."""
        within = self.of(words)
        if within is None:
            return lambda _s, env: (None,) * len(cast("tuple[int, ...]", env[listed]))
        return lambda s, env: tuple(
            [within(s, {**env, item: each}) for each in cast("tuple[int, ...]", env[listed])]
        )

    def _may_fail(self, part: object) -> bool:
        """Say whether working out a part of a text can have a fault."""
        return any(self._failing.may_fail(node) for node in nodes(part) if isinstance(node, c.Expr | c.Items))

    def _component(self, name: str) -> _Part:
        face = self._setting.layout.face

        def take(s: State, env: Env) -> tuple[int, int]:
            component: int = env[name]  # type: ignore[assignment]  # by its type no list
            return component, s.v[face + component] if component >= 0 else 0

        return take

    def _value(self, formula: c.Expr) -> _Part:
        """Return what looks up a simple formula, or one side of it."""
        match formula:
            case c.Const(value=value):
                return lambda _s, _env: value
            case c.Local(name=name):
                return lambda _s, env: env[name]
            case c.Compare(op=op):
                left, right, compared = self._value(formula.left), self._value(formula.right), _COMPARED[op]
                return lambda s, env: int(compared(left(s, env), right(s, env)))
        raise AssertionError(f"{type(formula).__name__} is not simple")

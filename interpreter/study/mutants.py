"""Small changes of a game, one at a time, made in its checked tree, to see which a playthrough notices.

A number is one more, a condition is turned round, a `may` becomes a must, an effect is left out, an ability waits for
another window. Each keeps its place in the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.interpreter.content.model import Ability, Card, Game, Side
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Window
from rulewright.interpreter.language.types import FLAG, NUMBER, Type
from rulewright.interpreter.language.walking import inner_blocks, is_node, nodes
from rulewright.interpreter.records import record


@record(eq=False)
class Mutant:
    """One small change: where it stands, what it does in words, and the part of the game that it puts elsewhere.

    `key` is what a case must reach for the change to matter: the place of a statement, a value, a change or an
    ability, or the position of a card.
    """

    span: Span
    words: str
    key: Span | int
    old: object
    new: object

    def of(self, game: Game) -> Game:
        """Return the game with this change."""
        made: dict[int, object] = {}
        changed = _with(game, self, made)
        assert isinstance(changed, Game)
        # What is remembered of a game is remembered by its digest.
        return replace(changed, digest=f"{game.digest}-{id(self)}")


def mutants_of(game: Game) -> Iterator[Mutant]:
    """Yield every small change of a game: of its rules, then of its cards, in the order of the content."""
    for block in (game.setup, *(phase.body for phase in game.phases.values()), game.ending):
        yield from _of_block(block)
    for action in game.actions.values():
        yield from _of_block(action.body)
        if action.needs is not None and action.body:
            yield from _of_condition(action.needs, action.body[0].span)
    for value in game.values.values():
        if value.formula is not None:
            yield from _of_numbers(value.formula, value.span)
    for card in game.cards:
        yield from _of_card(game, card)


def _of_card(game: Game, card: Card) -> Iterator[Mutant]:
    for side in card.sides:
        yield from _of_fields(game, card, side)
        for block in side.effects.values():
            yield from _of_block(block)
        for ability in side.abilities:
            yield from _of_ability(game, ability)
        for change in side.changes:
            yield from _of_numbers(change.number, change.span)
            if change.condition is not None:
                yield from _of_condition(change.condition, change.span)


def _of_fields(game: Game, card: Card, side: Side) -> Iterator[Mutant]:
    stated = game.kinds[card.kind].stated
    for name, held in side.fields.items():
        if type(held) is int and name in stated:
            new = replace(side, fields={**side.fields, name: held + 1})
            yield Mutant(card.span, f"{card.id}: {name} {held} is {held + 1}", card.position, side, new)


def _of_ability(game: Game, ability: Ability) -> Iterator[Mutant]:
    yield from _of_block(ability.body)
    if ability.condition is not None:
        yield from _of_condition(ability.condition, ability.span)
    own = game.windows[ability.window]
    other = next((window for window in game.windows.values() if _alike(own, window)), None)
    if other is not None:
        new = replace(ability, window=other.name)
        yield Mutant(
            ability.span, f"waits for {other.name} in place of {own.name}", ability.span, ability, new
        )


def _alike(own: Window, other: Window) -> bool:
    """Say whether an ability of one window could wait for another one."""
    types = [[param.type for param in window.params] for window in (own, other)]
    return own is not other and types[0] == types[1] and own.opens == other.opens


# ---------------------------------------------------------------- statements and formulas
def _of_block(block: c.Block) -> Iterator[Mutant]:
    for statement in block:
        yield from _of_statement(statement)
        for inner in inner_blocks(statement):
            yield from _of_block(inner)


def _of_statement(statement: c.Stmt) -> Iterator[Mutant]:
    span = statement.span
    match statement:
        case c.May():
            always = c.Const(span, FLAG, 1)
            yield Mutant(
                span, "a may is a must", span, statement, c.If(span, ((always, statement.body),), ())
            )
        case c.If():
            for condition, _ in statement.branches:
                yield from _of_condition(condition, span)
                yield from _of_numbers(condition, span)
        case c.Nothing() | c.Let() | c.Choose() | c.OneOf() | c.ForEach() | c.CountFrom() | c.AsPlayer():
            pass
        case c.Repeat() | c.While():
            pass
        case _:
            yield Mutant(span, "is left out", span, statement, c.Nothing(span))
    for part in _own_formulas(statement):
        yield from _of_numbers(part, span)


def _own_formulas(statement: c.Stmt) -> Iterator[object]:
    """Yield what a statement holds besides its blocks."""
    blocks = {id(block) for block in inner_blocks(statement)}
    for part in fields(statement):
        held = getattr(statement, part.name)
        if part.name != "branches" and id(held) not in blocks and (is_node(held) or isinstance(held, tuple)):
            yield held


def _of_numbers(formula: object, key: Span) -> Iterator[Mutant]:
    for node in nodes(formula):
        if isinstance(node, c.Const) and node.type == NUMBER and isinstance(node.value, int):
            new = replace(node, value=node.value + 1)
            yield Mutant(node.span, f"{node.value} is {node.value + 1}", key, node, new)


def _of_condition(condition: c.Expr, key: Span) -> Iterator[Mutant]:
    turned = c.Not(condition.span, FLAG, condition)
    yield Mutant(condition.span, "a condition is turned round", key, condition, turned)


# ---------------------------------------------------------------- the game with a change
def _with(thing: Any, mutant: Mutant, made: dict[int, object]) -> Any:  # noqa: ANN401  # whatever a game holds
    """Return a thing with one part of it changed; itself where that part is not inside. What is shared stays shared."""
    if thing is mutant.old:
        return mutant.new
    if isinstance(thing, str | int | Span | Type) or thing is None:
        return thing
    if id(thing) not in made:
        made[id(thing)] = _made(thing, mutant, made)
    return made[id(thing)]


def _made(thing: Any, mutant: Mutant, made: dict[int, object]) -> Any:  # noqa: ANN401  # as above
    if isinstance(thing, tuple) and not hasattr(thing, "_fields"):
        parts = [_with(part, mutant, made) for part in thing]
        return tuple(parts) if any(new is not old for new, old in zip(parts, thing, strict=True)) else thing
    if isinstance(thing, dict):
        entries = {key: _with(part, mutant, made) for key, part in thing.items()}
        return entries if any(entries[key] is not part for key, part in thing.items()) else thing
    if is_dataclass(thing) and not isinstance(thing, type):
        held = {part.name: getattr(thing, part.name) for part in fields(thing)}
        changed = {name: new for name, old in held.items() if (new := _with(old, mutant, made)) is not old}
        return replace(thing, **changed) if changed else thing
    return thing

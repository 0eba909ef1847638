"""What a playthrough can state of chance: the names there are, what each can give, and where it may be said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.match.chance import name_of_random
from rulewright.interpreter.play.choices import listed
from rulewright.interpreter.play.script import Case, Chance, Move, Note, Stated
from rulewright.interpreter.state.chance_names import random_places, shuffled_zones
from rulewright.interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True)
class Statable:
    """A name that can be stated; `words` are what can be given to it, None for any whole number."""

    name: str
    words: frozenset[str] | None
    is_zone: bool = False


def statable(game: Game, layout: Layout, names: tuple[str, ...]) -> dict[str, Statable]:
    """Return what can be stated of chance in a game of these players, by name."""
    found: dict[str, Statable] = {}
    for name, node in random_places(game):
        _add(found, Statable(name_of_random(name), _words_of(game, layout, names, node)))
    shuffled = shuffled_zones(game)
    for number, declared in enumerate(layout.zone_decl):
        if layout.zone_key_of(number) in shuffled:
            words = (
                frozenset(names) if declared is None else frozenset(_components(game, layout, declared.holds))
            )
            _add(found, Statable(layout.zone_label(number, names), words, is_zone=True))
    return found


def _add(found: dict[str, Statable], new: Statable) -> None:
    """Add a name; where two rules give something to the same one, what either can give can be stated."""
    old = found.get(new.name)
    if old is None:
        found[new.name] = new
    else:
        words = None if old.words is None or new.words is None else old.words | new.words
        found[new.name] = Statable(new.name, words, is_zone=old.is_zone or new.is_zone)


def _words_of(game: Game, layout: Layout, names: tuple[str, ...], node: c.Builtin) -> frozenset[str] | None:
    item = node.args[0].type.item
    if item is None or item.base == "number":
        return None
    match item.base:
        case "player":
            return frozenset(names)
        case "component":
            return frozenset(_components(game, layout, item.names))
        case "flag":
            return frozenset(("yes", "no"))
    if item.names and item.names[0] in game.enums:
        return frozenset(game.enums[item.names[0]].values)
    return None


def _components(game: Game, layout: Layout, kinds: tuple[str, ...]) -> Iterator[str]:
    for kind in kinds:
        for component in layout.of_kind[kind]:
            yield layout.ids[component]
            yield game.cards[layout.card_of[component]].id


# ---------------------------------------------------------------- checking
def check_stated(case: Case, game: Game, layout: Layout, names: tuple[str, ...], findings: Findings) -> None:
    """Find what is stated of chance that can never be, whatever is played."""
    known = statable(game, layout, names)
    may_come = True
    for step in case.steps:
        if isinstance(step, Chance):
            if not may_come:
                message = (
                    "`chance` stands at the beginning, for the set-up, or behind the choice that leads to it, before"
                    " any other step"
                )
                findings.add("RW521", step.span, message)
            for stated in step.stated:
                _check(stated, known, findings)
        elif not isinstance(step, Note):
            may_come = isinstance(step, Move)


def _check(stated: Stated, known: dict[str, Statable], findings: Findings) -> None:
    name = stated.name
    found = known.get(name.text)
    if found is None:
        can = f"there are {listed(list(known))}" if known else "nothing in this game depends on it"
        message = f"chance has no name {name.text!r} here; {can}"
        findings.add("RW521", name.span, message, nearest(name.text, known))
        return
    for word in stated.words:
        if found.words is None:
            if not word.text.lstrip("-").isdigit():
                findings.add("RW521", word.span, f"{name.text} is a number, not {word.text!r}")
        elif not any(each.casefold().startswith(word.text.casefold()) for each in found.words):
            message = f"{word.text!r} is nothing that chance can give for {name.text}"
            findings.add("RW521", word.span, message, nearest(word.text, found.words))

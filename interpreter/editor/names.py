"""The names that the texts of a game may use: what each is, its sentence, and where it is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from rulewright.interpreter.content.model import Card, Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.grammar.reader import words

Sort = Literal[
    "action", "window", "value", "counter", "zone", "enum", "kind", "option", "phase", "table", "state", "card",
    "enum value", "field", "word", "answer", "player",
]  # fmt: skip

_SECTIONS: dict[str, Sort] = {
    "actions": "action", "windows": "window", "values": "value", "counters": "counter", "zones": "zone",
    "enums": "enum", "kinds": "kind", "options": "option", "phases": "phase", "tables": "table", "state": "state",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name:
    """A name: how it is written in full, what is said of it, and where it is declared, if a file does so.

    `member` tells whether it stands behind a dot: a counter or zone of a player, a field or state of a component.
    """

    name: str
    sort: Sort
    form: str
    about: str
    facts: Mapping[str, str] = field(default_factory=dict)
    span: Span | None = None
    member: bool = False


class _Declared(Protocol):
    @property
    def span(self) -> Span: ...


def names_of(game: Game) -> list[Name]:
    """Return all names of a game that its texts may use, and the words of the language."""
    # Loaded when it is asked for: who renames needs no English.
    from rulewright.interpreter.english.vocabulary import Vocabulary

    sections = Vocabulary(game).sections()
    said = {
        (sort, word.name): word for section, sort in _SECTIONS.items() for word in sections.get(section, ())
    }
    found = [
        replace(name, form=word.form, about=word.about, facts=word.facts)
        if (word := said.get((name.sort, name.form))) is not None
        else name
        for name in declared_names(game)
    ]
    return [*found, *(Name(word, "word", word, "") for word in sorted(words()))]


def declared_names(game: Game) -> Iterator[Name]:
    """Yield the names that a game declares; what the vocabulary says of some is left out."""
    tables = _tables(game)
    for section, sort in _SECTIONS.items():
        for form, declared in tables[section].items():
            member = sort == "counter" or (sort == "zone" and form.startswith("me."))
            name = form.removeprefix("me.").rpartition(".")[2] if sort in ("zone", "state") else form
            yield Name(name, sort, form, "", span=declared.span, member=member)
    yield from _members(game)
    yield from _values(game)
    yield from _cards(game)


def _tables(game: Game) -> Mapping[str, Mapping[str, _Declared]]:
    return {
        "actions": game.actions, "windows": game.windows, "values": game.values, "counters": game.counters,
        "enums": {name: enum for name, enum in game.enums.items() if not name.startswith("options.")},
        "kinds": game.kinds, "options": game.options, "phases": game.phases,
        "tables": game.tables, "state": game.state,
        "zones": {**game.zones, **{f"me.{zone}": it for zone, it in game.player_zones.items()}, **game.component_zones},
    }  # fmt: skip


def _members(game: Game) -> Iterator[Name]:
    """Yield what stands behind a component and a dot."""
    for kind in game.kinds.values():
        for field_ in kind.fields.values():
            form = f"{kind.name}.{field_.name}"
            yield Name(
                field_.name, "field", form, field_.about, {"type": str(field_.type)}, field_.span, member=True
            )
        for state in kind.state.values():
            form = f"{kind.name}.{state.name}"
            yield Name(
                state.name, "state", form, state.about, {"type": str(state.type)}, state.span, member=True
            )


def _values(game: Game) -> Iterator[Name]:
    for enum in game.enums.values():
        for value, title in zip(enum.values, enum.titles, strict=True):
            yield Name(value, "enum value", value, title, {"enum": enum.name}, enum.span)


def _cards(game: Game) -> Iterator[Name]:
    for card in game.cards:
        facts = {"kind": game.kinds[card.kind].title}
        yield Name(card.id, "card", card.id, card.sides[0].name, facts, card.span)


def card_in_words(game: Game, card: Card) -> str:
    """Return a card in English, as `explain` tells it."""
    from rulewright.interpreter.english.cards import Explainer

    return "\n".join(Explainer(game).card(card).lines())


_LONGEST_HINT = 120


def card_in_a_line(game: Game, card: Card) -> str:
    """Return what the first side of a card does in one line, cut where it is long; nothing where it does nothing."""
    from rulewright.interpreter.english.cards import Explainer

    side = Explainer(game).card(card).sides[0]
    said = " ".join(sentence.words for sentence in side.sentences)
    return said if len(said) <= _LONGEST_HINT else f"{said[: _LONGEST_HINT - 3].rstrip()}..."

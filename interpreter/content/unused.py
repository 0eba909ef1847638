"""Lints: what a game declares and nothing reads, each told once at its declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.content.model import Action, Game, Kind, Param, Value
from rulewright.interpreter.content.uses import Use, read_in
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.world import FACE
from rulewright.interpreter.language.walking import nodes

_SECTIONS = {
    "options": "asks for the option",
    "tables": "looks anything up in the table",
    "actions": "calls the action",
    "values": "asks for the value",
    "enums": "names the enum or one of its values",
    "kinds": "names the kind",
}
_SHOWN_SECTIONS = {"counters": "reads the counter", "state": "reads the state"}
_SHOWN = (
    "; that players are shown it, with its `title:` and `about:`, is no use by a rule: what only people read gets "
    "the comment `# rulewright: ignore RW601 REASON`"
)

_Unread = tuple[str, Span]
"""What nothing does, in words, and the place of the declaration."""


def find_unused(game: Game, findings: Findings) -> None:
    """Make a finding for every declaration that nothing reads; what belongs to it is not found again."""
    read = read_in(game)
    for what, span in _unread(game, read):
        findings.add("RW601", span, f"nothing {what}: use it, or take it away")
    for what, span in _unread_but_shown(game, read):
        findings.add("RW601", span, f"nothing {what}: use it, or take it away{_SHOWN}")


def _unread(game: Game, read: set[Use]) -> Iterator[_Unread]:
    yield from _of_sections(game, read, _SECTIONS)
    yield from _zones(game, read)
    for kind in game.kinds.values():
        if ("kinds", kind.name) in read:
            yield from _of_kind(game, kind, read)
    for action in game.actions.values():
        if ("actions", action.name) in read:
            yield from _params(action, (action.needs, action.text, action.told, action.body))
    for value in game.values.values():
        # What a value is given is also there for the cards that change it, whether or not one asks.
        if ("values", value.name) in read and value.name not in game.changes:
            yield from _params(value, (value.formula, value.at_least, value.at_most))
    yield from _windows(game, read)


def _unread_but_shown(game: Game, read: set[Use]) -> Iterator[_Unread]:
    """Find what no rule reads, though people may."""
    yield from _of_sections(game, read, _SHOWN_SECTIONS)
    for kind in game.kinds.values():
        for state in kind.state.values() if ("kinds", kind.name) in read else ():
            if ("states", f"{kind.name}.{state.name}") not in read:
                yield f"reads `{state.name}`, a state of {kind.name}", state.span


def _of_sections(game: Game, read: set[Use], sections: dict[str, str]) -> Iterator[_Unread]:
    boards = {kind.board for kind in game.kinds.values()}
    for section, what in sections.items():
        for name, declared in getattr(game, section).items():
            if declared.span in boards:
                continue
            # Options with words of their own have an enum that nobody declared.
            if (section, name) not in read and name != FACE and not name.startswith("options."):
                yield f"{what} `{name}`", declared.span


def _zones(game: Game, read: set[Use]) -> Iterator[_Unread]:
    for zone in game.zones.values():
        if ("zones", zone.name) not in read:
            yield f"names the zone `{zone.name}`", zone.span
    for zone in game.player_zones.values():
        if ("zones", f"me.{zone.name}") not in read:
            yield f"names `{zone.name}`, a zone of each player", zone.span


def _of_kind(game: Game, kind: Kind, read: set[Use]) -> Iterator[_Unread]:
    for field in kind.stated.values():
        if ("fields", f"{kind.name}.{field.name}") not in read and field.span != kind.board:
            yield f"reads `{field.name}`, a field of {kind.name}", field.span
    for name in kind.zones:
        if ("zones", f"{kind.name}.{name}") not in read:
            yield f"names `{name}`, a zone of {kind.name}", game.component_zones[f"{kind.name}.{name}"].span


def _params(head: Action | Value, texts: object) -> Iterator[_Unread]:
    """Find the parameters that none of the texts names, nor another parameter as its default."""
    named = {node.name for node in nodes((texts, *_defaults(head.params))) if isinstance(node, c.Local)}
    for param in head.params:
        if param.name not in named:
            yield f"reads `{param.name}`, a parameter of `{head.name}`", param.span


def _defaults(params: Iterable[Param]) -> list[c.Expr]:
    return [param.default for param in params if param.default is not None]


def _windows(game: Game, read: set[Use]) -> Iterator[_Unread]:
    """Find windows for which no ability waits; those with abilities that nothing opens are found at an ability."""
    waited_for = {ability.window for ability in game.abilities}
    for window in game.windows.values():
        if window.name not in waited_for:
            yield f"waits for the window `{window.name}`", window.span

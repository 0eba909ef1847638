"""Reads zones: of the game (alone or in groups), of each player, and of the components of a kind."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Zone
from rulewright.interpreter.content.sections import (
    OF_EACH_PLAYER,
    Sections,
    child,
    entries,
    is_yes,
    is_zone,
    number_of,
    scalar,
    scalars,
    text_of,
    titled,
)
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language.checked import ZoneScope
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.declarations import Shown, Visibility
from rulewright.interpreter.source import Entry, Node, ScalarNode

SHOWS: dict[str, Shown] = {"top card": "top", "all": "all", "nothing": "nothing"}
VISIBLE: dict[str, Visibility] = {"all": "all", "owner": "owner", "others": "others", "no one": "no one"}


def visibility_of(node: Node) -> Visibility:
    """Return who sees what is declared at a node; some where formulas say whom they give."""
    words = list(scalars(child(node, "visible to")))
    if not words:
        return "all"
    return VISIBLE.get(words[0].text, "some") if len(words) == 1 else "some"


class ZoneReader:
    """Fills the zones of the declarations."""

    def __init__(self, sections: Sections, world: World) -> None:
        self.sections = sections
        self.world = world
        self.declared = world.declared
        self.findings = world.findings

    def read(self) -> None:
        """Read all zones, then see that what they are refilled from exists."""
        for entry in self.sections.mapped["zones"]:
            self._game(entry)
        for kind in self.sections.mapped["kinds"]:
            for entry in entries(child(kind.value, "zones")):
                zone = self._zone(entry.key, entry.value, entry.key.text, "component", kind.key.text)
                self.declared.component_zones[f"{kind.key.text}.{entry.key.text}"] = zone
        for zone_entry, is_of_players in self._all_entries():
            self._refill(zone_entry, is_of_players=is_of_players)

    def _game(self, entry: Entry) -> None:
        name = entry.key.text
        if name == OF_EACH_PLAYER:
            for part in entries(entry.value):
                zone = self._zone(part.key, part.value, part.key.text, "player", None)
                if part.key.text in self.declared.counters:
                    self.world.broken.add(part.key.text)
                    self.findings.add(
                        "RW202", part.key.span, f"`{part.key.text}` is a counter and a zone of each player"
                    )
                self.declared.player_zones[part.key.text] = zone
        elif is_zone(entry.value):
            self.declared.zones[name] = self._zone(entry.key, entry.value, name, "game", None)
        else:
            for part in entries(entry.value):
                whole = f"{name}.{part.key.text}"
                self.declared.zones[whole] = self._zone(part.key, part.value, whole, "game", None)

    def _zone(self, key: ScalarNode, node: Node, name: str, scope: ZoneScope, kind: str | None) -> Zone:
        holds: list[str] = []
        for part in scalars(child(node, "holds")):
            if part.text in self.declared.kinds:
                holds.append(part.text)
            else:
                near = nearest(part.text, self.declared.kinds)
                self.findings.add("RW214", part.span, f"no kind `{part.text}` is declared", near)
                holds += [near] if near is not None else []
        if child(node, "holds") is None:
            self.findings.add(
                "RW102", key.span, f"the zone `{name}` does not say what it holds: `holds: KIND`"
            )
        return Zone(
            name=name,
            scope=scope,
            kind=kind,
            holds=tuple(holds) or tuple(self.declared.kinds),
            size=number_of(node, "size", 0) or None,
            ordered=is_yes(node, "ordered"),
            shows=SHOWS.get(text_of(node, "shows"), "all"),
            refill_from=text_of(node, "refill from") or None,
            visible=visibility_of(node),
            others_see="nothing" if text_of(node, "others see") == "nothing" else "number",
            title=text_of(node, "title", titled(name.rpartition(".")[2])),
            span=key.span,
            about=text_of(node, "about"),
            told=text_of(node, "told") != "no",
        )

    def _all_entries(self) -> Iterator[tuple[Entry, bool]]:
        """Yield the zones of the game and of players, each with whether it is of players."""
        for entry in self.sections.mapped["zones"]:
            for zone in [entry] if is_zone(entry.value) else entries(entry.value):
                yield zone, entry.key.text == OF_EACH_PLAYER

    def _refill(self, entry: Entry, *, is_of_players: bool) -> None:
        """See that what a zone is refilled from is there: of a player's zone, the same player's comes first."""
        node = scalar(child(entry.value, "refill from"))
        if node is None:
            return
        zones = {**self.declared.zones, **(self.declared.player_zones if is_of_players else {})}
        source = zones.get(node.text)
        if source is None:
            near, message = nearest(node.text, zones), f"the game has no zone `{node.text}` to refill from"
            last = node.text.rpartition(".")[2]
            if is_of_players:
                message = f"neither the player nor the game has a zone `{node.text}` to refill from"
                near = last if last in self.declared.player_zones else near
            elif last in self.declared.player_zones:
                near, message = None, f"{message}, but players have one, which refills their own zones only"
            self.findings.add("RW217", node.span, message, near)
        elif source.name == entry.key.text and source.scope == "player" and is_of_players:
            self.findings.add("RW217", node.span, f"the zone `{node.text}` cannot be refilled from itself")
        else:
            self._refill_fits(entry, node, source)

    def _refill_fits(self, entry: Entry, node: ScalarNode, source: Zone) -> None:
        """See that a zone takes all that lies in the zone which it is refilled from."""
        held = {part.text for part in scalars(child(entry.value, "holds"))}
        wrong = [kind for kind in source.holds if kind not in held]
        if held and wrong:
            message = f"`{node.text}` holds {wrong[0]}, too, which this zone does not take"
            self.findings.add("RW410", node.span, message)

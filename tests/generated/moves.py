"""Writes the statements that move components about, or turn them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.language.types import PLAYER, Type, kind_type, list_of
from tests.generated.formulas import Formulas
from tests.generated.writing import SUM, Scope


class MoveEffects(Formulas):
    """Writes moves, draws, shuffles, flips, discards and swaps."""

    def _kind(self, kinds: Sequence[str]) -> Type | None:
        """Return a kind, or now and then two, of some that may be moved."""
        if not kinds:
            return None
        return kind_type(self.rng.choice(kinds))

    def _what(self, kind: Type, scope: Scope) -> str:
        """Return what is moved: a component, a list of them, or all that lies somewhere."""
        how = self.rng.random()
        if how < 0.35:
            zone = self.zone_for(lambda holds: set(holds) <= set(kind.names), scope, 1)
            listed = zone if zone is not None and self.yes(0.8) else self.list_of(kind, scope, 1)
            walked = self.walked(kind, scope, 1) if self.yes(0.3) else None
            return f"all {walked[0] if walked is not None else listed.at(SUM)}"
        if how < 0.5:
            # The list of a kind, or a zone, cannot be moved by its bare name.
            return f"[{', '.join(self.formula(kind, scope, 1).words for _ in range(self.rng.randint(1, 2)))}]"
        if how < 0.6:
            listed = self._ranked(list_of(kind), scope, 1) or self._all(list_of(kind), scope, 1)
            if listed is not None:
                return listed.at(SUM)
        known = self.one(scope.of_type(lambda type_: type_ in (kind, kind.or_none(), list_of(kind))))
        if known is not None and self.yes(0.7):
            return known
        return self.maybe(kind, scope, 2).at(SUM)

    def _holding(self, kind: Type, scope: Scope) -> str | None:
        zone = self.zone_for(lambda holds: set(kind.names) <= set(holds), scope, 1)
        return zone.at(SUM) if zone is not None else None

    def _move(self, scope: Scope, depth: int) -> str | None:
        kind = self._kind(list(self.declared.kinds))
        if kind is None:
            return None
        zone = self._holding(kind, scope)
        if zone is None:
            return None
        end = self.rng.choice(("", "", "", "top of ", "bottom of "))
        return f"move {self._what(kind, scope)} to {end}{zone}"

    def _draw(self, scope: Scope, depth: int) -> str | None:
        held: list[tuple[str, ...]] = [*self.declared.zones.values(), *self.declared.player_zones.values()]
        kinds = self.one(held)
        if kinds is None:
            return None
        source = self.zone_for(lambda holds: set(holds) == set(kinds), scope, 1)
        target = self.zone_for(lambda holds: set(kinds) <= set(holds), scope, 1)
        if source is None or target is None:
            return None
        return f"draw {self.small(scope, 1).at(SUM)} from {source.at(SUM)} to {target.at(SUM)}"

    def _show(self, scope: Scope, depth: int) -> str | None:
        kind = self._kind(list(self.declared.kinds))
        if kind is None:
            return None
        what = self._what(kind, scope)
        if self.yes(0.5):
            return f"show {what} to {self.formula(PLAYER, scope, 1).at(SUM)}"
        return f"{'look at' if scope.acts and self.yes(0.6) else 'reveal'} {what}"

    def _shuffle(self, scope: Scope, depth: int) -> str | None:
        if self.yes(0.2):
            return "shuffle turn_order"
        zone = self.zone_for(lambda holds: True, scope, 1)
        return f"shuffle {zone.at(SUM)}" if zone is not None else None

    def _flip(self, scope: Scope, depth: int) -> str | None:
        kind = self._kind([name for name, own in self.declared.kinds.items() if own.sides == 2])
        return f"flip {self._what(kind, scope)}" if kind is not None else None

    def _discard(self, scope: Scope, depth: int) -> str | None:
        kind = self._kind(list(self.declared.discards))
        return f"discard {self._what(kind, scope)}" if kind is not None else None

    def _swap(self, scope: Scope, depth: int) -> str | None:
        kind = self._kind([name for name, kind in self.declared.kinds.items() if not kind.on_a_board])
        if kind is None:
            return None
        return f"swap {self.maybe(kind, scope, 1).at(SUM)} with {self.maybe(kind, scope, 1).at(SUM)}"

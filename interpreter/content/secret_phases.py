"""Lints: effects that give away what was chosen in a secret phase, and secret phases in which nobody chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.interpreter.content.model import Ability, Game, Phase, Zone
from rulewright.interpreter.content.uses import zone_keys
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, nodes

_ASKS = (c.Choose, c.May, c.OneOf, c.Offer, c.Run)

_Chosen = dict[str, frozenset[str]]
"""The names that depend on a choice, each with the zones that what it names may come from."""


def find_given_away(game: Game, findings: Findings) -> None:
    """Make a finding for every effect that shows the others what was chosen in a phase that is secret.

    An effect depends on a choice when it, or a condition or a number on which it depends, names what was chosen, or
    when it stands below `may`, in a branch of `one of`, in the action that is added to decisions or in an ability that
    players may use. That goes for the phase's text, for the actions called from it, and for cards whose abilities or
    effects are carried out from it. What is chosen and then read from where it was kept is not followed.
    """
    told: set[Span] = set()
    for phase in game.phases.values():
        if not phase.secret:
            continue
        if not _asks(game, phase):
            message = f"nobody chooses anything in `{phase.name}`, so nothing of it is secret"
            findings.add("RW611", phase.span, f"{message}: take `secret: yes` away")
        for span, seen in _Walk(game).phase(phase):
            if span not in told:
                told.add(span)
                message = f"this gives away what is chosen in the secret phase `{phase.name}`: all see {seen}"
                findings.add("RW610", span, message)


def _asks(game: Game, phase: Phase) -> bool:
    """Say whether anything in a phase may come to a decision."""
    opened = (ability for ability in game.abilities if game.windows[ability.window].opens)
    if phase.extra is not None or not all(_never_asked(game, ability) for ability in opened):
        return True
    bodies, known = [phase.body], set[str]()
    while bodies:
        for node in nodes(bodies.pop()):
            if isinstance(node, _ASKS):
                return True
            if isinstance(node, c.Call) and node.action not in known:
                known.add(node.action)
                bodies.append(game.actions[node.action].body)
    return False


def _never_asked(game: Game, ability: Ability) -> bool:
    """Say whether an ability happens without being asked, whatever the variants."""
    return ability.automatic and game.windows[ability.window].unasked is None


@dataclass(frozen=True, slots=True)
class _Way:
    """How a statement is come to: the names that depend on a choice, and whether it is carried out only by choice.

    `this` are the zones where the card may lie on which it stands.
    """

    chosen: _Chosen
    by_choice: bool
    this: frozenset[str] = frozenset()

    def below(self, *formulas: object) -> _Way:
        """Return the way to what stands below formulas that say whether or how often it is carried out."""
        return replace(self, by_choice=self.by_choice or self.depends(formulas))

    def depends(self, formulas: object) -> bool:
        """Say whether formulas name anything that depends on a choice."""
        return any(isinstance(node, c.Local) and node.name in self.chosen for node in nodes(formulas))

    def naming(self, name: str, formula: c.Expr, *, depends: bool) -> _Way:
        """Return the way behind a name for what a formula gives."""
        if not depends:
            return self
        return replace(self, chosen={**self.chosen, name: frozenset(self.zones_of(formula))})

    def into(self, branch: c.Branch) -> _Way:
        """Return the way into a branch that is chosen, perhaps one for each of some items."""
        way = replace(self, by_choice=True)
        if branch.items is None:
            return way
        return way.naming(branch.items.name, branch.items.list, depends=True)

    def zones_of(self, formula: c.Expr) -> Iterator[str]:
        """Yield the zones that the components which a formula gives may come from, as far as they are known."""
        match formula:
            case c.ZoneRef():
                yield from zone_keys(formula)
            case c.Local(name="this"):
                yield from self.this
            case c.Local():
                yield from self.chosen.get(formula.name, ())
            case c.Concat():
                yield from self.zones_of(formula.left)
                yield from self.zones_of(formula.right)
            case c.Aggregate() | c.Ranked():
                yield from self.zones_of(formula.items.list)
            case c.IndexList():
                yield from self.zones_of(formula.list)
            case c.MakeList(parts=parts) | c.Builtin(args=parts):
                yield from (zone for part in parts for zone in self.zones_of(part))
            case c.Named():
                yield from self.zones_of(formula.of)
            case c.Cases():
                formulas = (*(one for _, one in formula.cases), formula.otherwise)
                yield from (zone for one in formulas for zone in self.zones_of(one))


class _Walk:
    """Walks the text of one phase and yields the places where others see what depends on a choice, and what it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        zones = (game.zones.values(), game.player_zones.values(), game.component_zones.values())
        self._held = {kind for group in zones for zone in group for kind in zone.holds}
        self._walked: set[object] = set()

    def phase(self, phase: Phase) -> Iterator[tuple[Span, str]]:
        """Yield what others see of the choices of a phase."""
        yield from self._block(phase.body, _Way({}, by_choice=False))
        if phase.extra is not None:
            yield from self._block(self.game.actions[phase.extra].body, _Way({}, by_choice=True))

    def _block(self, block: c.Block, way: _Way) -> Iterator[tuple[Span, str]]:
        for statement in block:
            for seen in self._seen(statement, way):
                yield statement.span, seen
            for inner, below in (*self._below(statement, way), *self._elsewhere(statement, way)):
                yield from self._block(inner, below)
            way = _behind(statement, way)

    def _below(self, statement: c.Stmt, way: _Way) -> Iterable[tuple[c.Block, _Way]]:
        match statement:
            case c.OneOf(branches=branches):
                return [(branch.body, way.into(branch)) for branch in branches]
            case c.May():
                below = replace(way, by_choice=True)
            case c.If():
                below = way.below(tuple(condition for condition, _ in statement.branches))
            case c.While():
                below = way.below(statement.condition)
            case c.Repeat():
                below = way.below(statement.times)
            case c.CountFrom():
                below = way.below(statement.low, statement.high)
            case c.ForEach(items=items):
                depends = way.depends((items.list, items.where))
                below = way.naming(items.name, items.list, depends=depends)
                if statement.acting and depends:
                    below = replace(below, by_choice=True)
            case c.AsPlayer():
                below = way.below(statement.player)
            case _:
                _simple: c.Simple = statement
                return ()
        return [(inner, below) for inner in inner_blocks(statement)]

    def _elsewhere(self, statement: c.Stmt, way: _Way) -> Iterable[tuple[c.Block, _Way]]:
        """Return what a statement carries out that does not stand below it."""
        match statement:
            case c.Call():
                return self._called(statement, way)
            case c.Run():
                return self._run(statement, way)
            case c.Offer():
                return self._offered(statement, way)
            case c.Move() | c.Draw() | c.Discard() | c.Swap() | c.Flip():
                return self._opened(statement, way)
        _here: c.Plain | c.Compound = statement
        return ()

    def _called(self, call: c.Call, way: _Way) -> Iterator[tuple[c.Block, _Way]]:
        action = self.game.actions[call.action]
        chosen = {
            param.name: frozenset(way.zones_of(arg))
            for param, arg in zip(action.params, call.args, strict=True)
            if way.depends(arg)
        }
        inside = _Way(chosen, way.by_choice).below(action.needs)
        yield from self._once(action.name, action.body, inside)

    def _once(self, name: object, block: c.Block, way: _Way) -> Iterator[tuple[c.Block, _Way]]:
        """Yield a block that has a name, unless it was come to in the same way before."""
        key = (name, tuple(way.chosen.items()), way.by_choice, way.this)
        if key not in self._walked:
            self._walked.add(key)
            yield block, way

    # ---------------------------------------------------------------- what stands on cards
    def _run(self, run: c.Run, way: _Way) -> Iterator[tuple[c.Block, _Way]]:
        """Yield the effects in a field that may be run."""
        inside = _Way({}, way.below(run.component).by_choice, frozenset(way.zones_of(run.component)))
        one = run.component.card if isinstance(run.component, c.CardConst) else None
        for card in self.game.cards:
            if card.kind not in run.component.type.names or one not in (None, card.position):
                continue
            for number, side in enumerate(card.sides):
                effect = side.effects.get(run.field)
                if effect is not None:
                    yield from self._once((card.position, number, run.field), effect, inside)

    def _offered(self, offer: c.Offer, way: _Way) -> Iterator[tuple[c.Block, _Way]]:
        """Yield the abilities that may be used in a window."""
        params = self.game.windows[offer.window].params
        chosen = {
            param.name: frozenset(way.zones_of(arg))
            for param, arg in zip(params, offer.args, strict=True)
            if way.depends(arg)
        }
        for ability in self.game.abilities:
            if ability.window != offer.window:
                continue
            # What an argument must be equal to, and that argument.
            tests = [
                (wanted, arg)
                for wanted, arg in zip(ability.pattern, offer.args, strict=True)
                if wanted is not None
            ]
            if not any(_differ(wanted, arg) for wanted, arg in tests):
                depends = way.depends(tuple(arg for _, arg in tests))
                yield from self._ability(ability, _Way(chosen, way.by_choice or depends))

    def _opened(
        self, statement: c.Move | c.Draw | c.Discard | c.Swap | c.Flip, way: _Way
    ) -> Iterator[tuple[c.Block, _Way]]:
        """Yield the abilities in windows that open by themselves where components are moved and flipped."""
        what, before, after = self._places(statement, way)
        kinds = {name for part in what for name in (part.type.item or part.type).names}
        below = _Way({}, way.below(_formulas(statement)).by_choice)
        for ability in self.game.abilities:
            kind = self.game.cards[ability.card].kind
            opens = self.game.windows[ability.window].opens
            concerned = {"taken": after, "leaving": before}.get(opens, ())
            if kind in kinds and self._active(kind).intersection(concerned):
                yield from self._ability(ability, below)

    def _places(
        self, statement: c.Move | c.Draw | c.Discard | c.Swap | c.Flip, way: _Way
    ) -> tuple[tuple[c.Expr, ...], list[str], list[str]]:
        """Return what is moved or flipped, and the zones where it lies before and behind that, as far as known."""
        match statement:
            case c.Move(what=what, to=to):
                return (what,), [*way.zones_of(what)], zone_keys(to)
            case c.Draw(source=source, to=to):
                return (source,), zone_keys(source), zone_keys(to)
            case c.Discard(what=what):
                return (what,), [*way.zones_of(what)], []
            case c.Flip(what=what):
                return (what,), [], [*way.zones_of(what)]
        both = [*way.zones_of(statement.left), *way.zones_of(statement.right)]
        return (statement.left, statement.right), both, both

    def _active(self, kind: str) -> frozenset[str]:
        """Return the zones in which the abilities of a kind work."""
        return frozenset(f"me.{zone}" for zone in self.game.kinds[kind].active_in)

    def _ability(self, ability: Ability, way: _Way) -> Iterator[tuple[c.Block, _Way]]:
        """Yield what an ability does: by choice, unless it happens without being asked."""
        zones = self._active(self.game.cards[ability.card].kind)
        inside = _Way(way.chosen, way.by_choice or not _never_asked(self.game, ability), zones)
        yield from self._once(ability.serial, ability.body, inside.below(ability.condition))

    # ---------------------------------------------------------------- what the others see
    def _seen(self, statement: c.Stmt, way: _Way) -> Iterator[str]:
        """Yield what others see of a statement that depends on a choice, in words."""
        if not way.by_choice and not way.depends(_formulas(statement)):
            return
        match statement:
            case c.Change(amounts=amounts):
                names = dict.fromkeys(amount.counter for amount in amounts)
                yield from (self._counter(name) for name in names if self._shows(name))
            case c.Assign(target=target):
                yield from self._set(target, way)
            case c.Shuffle(zone=c.TurnOrder()):
                yield "the turn order"
            case c.Show(to=to) if not (isinstance(to, c.Local) and to.name == "me"):
                yield "what is shown"
            case c.Finish():
                yield "that the game is over"
            case _:
                yield from self._moved(statement, way)

    def _moved(self, statement: c.Stmt, way: _Way) -> Iterator[str]:
        match statement:
            case c.Move(what=what, to=to):
                keys = [*way.zones_of(what), *zone_keys(to)]
            case c.Draw(source=source, to=to):
                keys = [*zone_keys(source), *zone_keys(to)]
            case c.Discard(what=what):
                kinds = (what.type.item or what.type).names
                keys = [*way.zones_of(what), *(self.game.discards[kind] for kind in kinds)]
            case c.Swap(left=left, right=right):
                keys = [*way.zones_of(left), *way.zones_of(right)]
            case c.Flip(what=what):
                keys = [*way.zones_of(what)]
            case _:
                _still: c.Plain | c.Calling | c.Compound = statement
                return
        shown = next((zone for key in keys if (zone := self._zone(key)) is not None and _is_open(zone)), None)
        if shown is not None:
            yield f"the zone `{shown.name.rpartition('.')[2] if shown.scope == 'component' else shown.name}`"

    def _set(self, target: c.Target, way: _Way) -> Iterator[str]:
        match target:
            case c.PlayerCounter(counter=name):
                if self._shows(name):
                    yield self._counter(name)
            case c.GameState(name=name):
                if self.game.state[name].visible == "all":
                    yield f"the state `{name}`"
            case c.TurnOrder():
                yield "the turn order"
            case c.ComponentState(name=name, component=component):
                zones = [zone for key in way.zones_of(component) if (zone := self._zone(key)) is not None]
                on_the_table = not self._held.intersection(component.type.names)
                seen = any(
                    self.game.kinds[kind].state[name].visible == "all" for kind in component.type.names
                )
                if seen and (on_the_table or any(_is_open(zone) for zone in zones)):
                    yield f"the state `{name}`"
            case _:
                assert_never(target)

    def _shows(self, counter: str) -> bool:
        return self.game.counters[counter].visible == "all"

    def _counter(self, name: str) -> str:
        return f"the counter `{name}`"

    def _zone(self, key: str) -> Zone | None:
        game = self.game
        if key.startswith("me."):
            return game.player_zones.get(key.removeprefix("me."))
        return game.zones.get(key) or game.component_zones.get(key)


def _behind(statement: c.Stmt, way: _Way) -> _Way:
    """Return the way to what follows a statement in its block."""
    match statement:
        case c.Choose(source=c.Items() as items):
            return way.naming(statement.name, items.list, depends=True)
        case c.Choose():
            return replace(way, chosen={**way.chosen, statement.name: frozenset()})
        case c.Let():
            return way.naming(statement.name, statement.value, depends=way.depends(statement.value))
    return way


def _formulas(statement: c.Stmt) -> object:
    """Return what a statement without a block says of what it does."""
    return () if isinstance(statement, c.Call) or any(inner_blocks(statement)) else statement


def _differ(wanted: c.Expr, given: c.Expr) -> bool:
    """Say whether two formulas are certainly not equal."""
    return isinstance(wanted, c.Const) and isinstance(given, c.Const) and wanted.value != given.value


def _is_open(zone: Zone) -> bool:
    return zone.visible == "all" and zone.shows == "all"

"""Lints: what can never happen in a game, such as an ability whose window nothing opens, or a choice from nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.interpreter.content.arrivals import MOVES, Flow
from rulewright.interpreter.content.known_numbers import Constants
from rulewright.interpreter.content.model import Ability, Card, Game, ValueChange, Window
from rulewright.interpreter.content.unowned import find_unowned
from rulewright.interpreter.content.uses import zone_keys
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c


def find_never(game: Game, nodes: Sequence[object], findings: Findings) -> None:
    """Make a finding for every phase, ability, change, side and choice that no match ever comes to.

    `nodes` are those of all checked trees of the game.
    """
    for span, message in _phases(game):
        findings.add("RW603", span, message)
    moves = [node for node in nodes if isinstance(node, MOVES)]
    flows = {players: Flow(game, players, moves) for players in range(game.min_players, game.max_players + 1)}
    for span, message in (*_sides(game, nodes), *_abilities(game, nodes, list(flows.values()))):
        findings.add("RW602", span, message)
    find_unowned(game, list(flows.values()), findings)
    for span, message in _choices(game, nodes, flows):
        findings.add("RW605", span, message)


# ---------------------------------------------------------------- phases
def _phases(game: Game) -> Iterator[tuple[Span, str]]:
    named = {phase for kind in game.round_kinds for phase in kind.phases}
    for phase in game.phases.values():
        if phase.name not in named:
            yield (
                phase.span,
                f"no round has the phase `{phase.name}`: name it under `rounds:`, or take it away",
            )
    for kind in game.round_kinds:
        if not kind.rounds:
            yield kind.span, f"no round is left for `{kind.name}`: other kinds of rounds have them all"


# ---------------------------------------------------------------- abilities and changes
def _abilities(game: Game, nodes: Sequence[object], flows: list[Flow]) -> Iterator[tuple[Span, str]]:
    idle = {kind.name for kind in game.kinds.values() if kind.active_in and _is_idle(kind.name, game, flows)}
    told: set[str] = set()
    for card in game.cards:
        first = next(iter(_on(card)), None)
        if card.kind in idle - told and first is not None:
            told.add(card.kind)  # one mistake of the rules, told where it is met first
            zones = " or ".join(f"`{zone}`" for zone in game.kinds[card.kind].active_in)
            yield first.span, f"this can never be used: nothing ever brings a {card.kind} to {zones}"
    waiting = [ability for ability in game.abilities if game.cards[ability.card].kind not in idle]
    yield from _without_window(game, nodes, waiting)


def _without_window(
    game: Game, nodes: Sequence[object], abilities: list[Ability]
) -> Iterator[tuple[Span, str]]:
    offers = [node for node in nodes if isinstance(node, c.Offer)]
    waiting = Counter(ability.window for ability in abilities)
    told: set[str] = set()
    for ability in abilities:
        name = ability.window
        opened = [offer for offer in offers if offer.window == name]
        if game.windows[name].opens or name in told:
            continue
        if not opened:
            told.add(name)
            more = f"; {waiting[name]} abilities wait for it" if waiting[name] > 1 else ""
            yield ability.span, f"this can never be used: nothing offers the window `{name}`{more}"
        elif not any(_fits(ability, offer) for offer in opened):
            yield ability.span, f"this can never be used: `{name}` is never offered with what stands here"
        elif (other := _contradicted(ability, game.windows[name])) is not None:
            yield other.span, f"this can never be used: `when` asks for another `{other.name}` than this"


def _contradicted(ability: Ability, window: Window) -> c.Local | None:
    """Return the name in an ability's condition that must equal another constant than its window is waited for with."""
    condition = ability.condition
    parts = condition.parts if isinstance(condition, c.AllOf) else (condition,)
    wanted = {param.name: only for param, only in zip(window.params, ability.pattern, strict=True)}
    for part in parts:
        if isinstance(part, c.Compare) and part.op == "==" and isinstance(part.left, c.Local):
            only = wanted.get(part.left.name)
            if only is not None and _differ(only, part.right):
                return part.left
    return None


def _is_idle(kind: str, game: Game, flows: list[Flow]) -> bool:
    """Say whether no component of a kind ever comes to a zone where it is active."""
    zones = [f"me.{zone}" for zone in game.kinds[kind].active_in]
    return not any(kind in flow.in_zone(zone) for flow in flows for zone in zones)


def _on(card: Card) -> Iterator[Ability | ValueChange]:
    for side in card.sides:
        yield from side.abilities
        yield from side.changes


def _fits(ability: Ability, offer: c.Offer) -> bool:
    """Say whether an offer can have the arguments that an ability waits for; two constants tell."""
    return not any(
        wanted is not None and _differ(wanted, given)
        for wanted, given in zip(ability.pattern, offer.args, strict=True)
    )


def _differ(one: c.Expr, other: c.Expr) -> bool:
    """Say whether two formulas are constants, and not the same."""
    if isinstance(one, c.Const) and isinstance(other, c.Const):
        return one.value != other.value
    return isinstance(one, c.CardConst) and isinstance(other, c.CardConst) and one.card != other.card


def _sides(game: Game, nodes: Sequence[object]) -> Iterator[tuple[Span, str]]:
    flipped = {kind for node in nodes if isinstance(node, c.Flip) for kind in _kinds(node.what)}
    for kind in game.kinds.values():
        has_backs = any(card.kind == kind.name and len(card.sides) == 2 for card in game.cards)
        if kind.sides == 2 and has_backs and kind.name not in flipped:
            yield kind.span, f"the back of a {kind.name} can never be used: nothing flips one"


def _kinds(expr: c.Expr) -> tuple[str, ...]:
    type_ = expr.type.item if expr.type.base == "list" else expr.type
    return type_.names if type_ is not None else ()


# ---------------------------------------------------------------- choices
def _choices(game: Game, nodes: Sequence[object], flows: dict[int, Flow]) -> Iterator[tuple[Span, str]]:
    told: set[object] = set()
    for node in nodes:
        if not isinstance(node, c.Choose):
            continue
        empty = [players for players, flow in flows.items() if _is_empty(game, flow, players, node)]
        source = _source(node)
        if empty and source not in told:
            told.add(source)
            when = "" if len(empty) == len(flows) else f" with {_listed(empty)} players"
            yield node.span, f"there is never anything to choose from here{when}{_why(node)}"


def _is_empty(game: Game, flow: Flow, players: int, choice: c.Choose) -> bool:
    if isinstance(choice.source, c.Items):
        return flow.is_empty(choice.source.list)
    constants = Constants(game, players)
    low, high = constants.number(choice.source.low), constants.number(choice.source.high)
    return low is not None and high is not None and low > high


def _source(choice: c.Choose) -> object:
    """Return what stands for the source of a choice: choices from one zone make one finding."""
    listed = choice.source.list if isinstance(choice.source, c.Items) else None
    return tuple(zone_keys(listed)) if isinstance(listed, c.ZoneRef) else choice.span


def _why(choice: c.Choose) -> str:
    listed = choice.source.list if isinstance(choice.source, c.Items) else None
    match listed:
        case c.ZoneRef():
            return f": nothing ever comes into `{zone_keys(listed)[0].removeprefix('me.')}`"
        case c.AllComponents():
            return f": there is no {listed.kind}"
        case None:
            return ": the range is empty"
    return ""


def _listed(players: list[int]) -> str:
    return " or ".join(map(str, players))

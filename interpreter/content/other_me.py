"""Lints: `me` handed to a value inside `as PLAYER:`, where the player outside may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, nodes

_ME = "me"


def find_other_me(game: Game, findings: Findings) -> None:
    """Warn where a counter changes by a value of `me` inside an `as` whose player is worked out from another `me`.

    It errs towards silence: the player must be worked out from `me` in the same effect, at the `as` or where a name is
    bound, and the number must be a value that is asked for `me`.
    """
    for root in roots(game):
        whole = tuple(nodes(root))
        others = _names_of_others(whole)
        for node in whole:
            if isinstance(node, c.AsPlayer) and _is_another(node.player, others):
                for call in _asked_for_me(node.body):
                    message = (
                        f"`me` is the player of `as` here, not the one outside: name the one whom `{call.value}` is "
                        "about before the block, as in `let payer = me`"
                    )
                    findings.add("RW624", call.span, message)


def _names_of_others(whole: Iterable[object]) -> set[str]:
    """Return the names that are bound, each time, to something worked out from `me`."""
    bound: dict[str, bool] = {}
    for node in whole:
        match node:
            case c.Let(name=name, value=source):
                bound[name] = bound.get(name, True) and _is_another(source, set())
            case c.Items(name=name):
                bound[name] = bound.get(name, True) and _speaks_of_me((node.list, node.where))
    return {name for name, is_another in bound.items() if is_another}


def _is_another(player: c.Expr, others: set[str]) -> bool:
    """Say whether a player is worked out from `me`; `me` itself is no other."""
    if isinstance(player, c.Local):
        return player.name in others
    return _speaks_of_me(player)


def _speaks_of_me(tree: object) -> bool:
    return any(isinstance(node, c.Local) and node.name == _ME for node in nodes(tree))


def _asked_for_me(body: c.Block) -> Iterator[c.ValueCall]:
    """Yield the values asked for `me` by which counters change in a block and in those within it of the same player."""
    for statement in body:
        match statement:
            case c.AsPlayer() | c.ForEach(acting=True):
                continue
            case c.Change(amounts=amounts):
                yield from _values_of_me(tuple(amount.number for amount in amounts))
            case c.Assign(target=c.PlayerCounter(), value=number):
                yield from _values_of_me(number)
        for block in inner_blocks(statement):
            yield from _asked_for_me(block)


def _values_of_me(tree: object) -> Iterator[c.ValueCall]:
    for node in nodes(tree):
        if isinstance(node, c.ValueCall) and any(
            isinstance(arg, c.Local) and arg.name == _ME for arg in node.args
        ):
            yield node

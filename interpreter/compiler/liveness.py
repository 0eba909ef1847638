"""Which variables a node still needs when it is entered: the classic backward analysis over a control flow."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.compiler.code import Code
from interpreter.compiler.nodes import Ask, Branch, Invoke, Jump, Node

_VARIABLE = re.compile(r"\bx_\w+")
_ASSIGNED = re.compile(r"(x_\w+) (?:=|\+=|-=) ")


def variables_in(text: str) -> list[str]:
    """Return the variables that a text names, in order."""
    return _VARIABLE.findall(text)


def used_and_set(code: Code) -> tuple[set[str], set[str]]:
    """Return the variables that code reads before it sets them, and those that it surely sets."""
    used: set[str] = set()
    set_: set[str] = set()
    for line in code.lines:
        assigned = _ASSIGNED.match(line.text)
        read = variables_in(line.text)
        if assigned is not None:
            if line.text[assigned.end(1) :].startswith(" ="):
                read = read[1:]
            used.update(name for name in read if name not in set_)
            if line.depth == 0:
                set_.add(assigned[1])
        else:
            used.update(name for name in read if name not in set_)
    return used, set_


def successors(node: Node) -> list[Node]:
    """Return the nodes at which a node can go on."""
    match node.end:
        case Jump():
            return [node.end.to]
        case Branch():
            return [node.end.yes, node.end.no]
        case Ask():
            return [node.end.resume, *([node.end.empty] if node.end.empty is not None else [])]
        case Invoke():
            return [node.end.resume]
    return []


def reachable(entry: Node) -> list[Node]:
    """Return all nodes that can be reached, each once, in a stable order."""
    seen: dict[int, Node] = {}
    waiting = [entry]
    while waiting:
        node = waiting.pop()
        if node.serial not in seen:
            seen[node.serial] = node
            waiting.extend(reversed(successors(node)))
    return list(seen.values())


def live_at_entry(nodes: Iterable[Node]) -> dict[int, frozenset[str]]:
    """Return, by a node's serial, the variables that are needed when it is entered."""
    nodes = list(nodes)
    local = {node.serial: _local(node) for node in nodes}
    live: dict[int, frozenset[str]] = {node.serial: frozenset() for node in nodes}
    changed = True
    while changed:
        changed = False
        for node in reversed(nodes):
            used, set_, late = local[node.serial]
            after: set[str] = set(late)
            for following in successors(node):
                after |= live[following.serial]
            if isinstance(node.end, Ask):
                after |= node.end.site.needed
            found = frozenset(used | (after - set_))
            if found != live[node.serial]:
                live[node.serial] = found
                changed = True
    # What the words of a question need stays until it is answered.
    for node in nodes:
        if isinstance(node.end, Ask):
            resume = node.end.resume.serial
            live[resume] |= node.end.site.needed
    return live


def _local(node: Node) -> tuple[set[str], set[str], set[str]]:
    """Return what a node's code uses and sets, and what its end uses behind that."""
    used, set_ = used_and_set(node.code)
    text = ""
    match node.end:
        case Branch():
            text = node.end.test
        case Invoke():
            text = node.end.text
        case Ask():
            text = node.end.player
    late = set(variables_in(text))
    return used, set_, late

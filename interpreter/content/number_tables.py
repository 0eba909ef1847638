"""Reads tables: nested rows of numbers, keyed by numbers or by the values of an enum."""

from __future__ import annotations

from rulewright.interpreter.content.model import Table
from rulewright.interpreter.content.sections import (
    as_number,
    entries,
    is_whole_number,
    scalar,
    text_of,
    zero_in_front,
)
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.types import NUMBER, Type, enum_type
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode

_MOST_DIGITS = 9
SPECIAL = ("otherwise", "steps", "about")


def read_table(world: World, entry: Entry) -> None:
    """Read one table into the declarations; what is wrong with it is a finding."""
    _TableReader(world, entry).read()


class _TableReader:
    def __init__(self, world: World, entry: Entry) -> None:
        self.world, self.entry = world, entry
        self.levels: list[Type] = []
        self.rows: dict[tuple[int, ...], int] = {}
        self.broken = False

    def read(self) -> None:
        node, name = self.entry.value, self.entry.key.text
        rest = scalar(node.get("otherwise")) if isinstance(node, MappingNode) else None
        otherwise = self._number(rest) if rest is not None else None
        self._level(node, (), 0)
        steps_down = text_of(node, "steps") == "down"
        if self.broken:
            self.world.broken.add(name)
            return
        if not self.rows and otherwise is None:
            self.world.findings.add("RW312", self.entry.key.span, f"the table `{name}` holds no numbers")
        if not self.levels:
            self.levels.append(NUMBER)
        if otherwise is None and not steps_down:
            self._complete(name)
        self.world.declared.tables[name] = Table(
            name,
            tuple(self.levels),
            self.rows,
            otherwise,
            steps_down,
            self.entry.key.span,
            text_of(node, "about"),
        )

    def _level(self, node: Node, keys: tuple[int, ...], depth: int) -> None:
        if isinstance(node, ScalarNode):
            self._entry(node, keys)
            return
        if not isinstance(node, MappingNode):
            self._fail("RW103", node, "a number, or keys with numbers, is wanted here, not a list")
            return
        if keys and len(keys) in {len(known) for known in self.rows}:
            self._fail(
                "RW107",
                node,
                "the rows of a table need equally many keys; above a number stands at this place",
            )
            return
        rows = [part for part in entries(node) if part.key.text not in SPECIAL or depth > 0]
        if rows and len(self.levels) <= depth:
            self.levels.append(self._type_of([part.key for part in rows]))
            if self.broken:
                return
        for part in rows:
            key = self._key(part.key, depth)
            if key is not None:
                self._level(part.value, (*keys, key), depth + 1)

    def _entry(self, node: ScalarNode, keys: tuple[int, ...]) -> None:
        if len(keys) < len(self.levels):
            self._fail(
                "RW107",
                node,
                "the rows of a table need equally many keys; above more keys stand at this place",
            )
            return
        self.rows[keys] = self._number(node)

    def _fail(self, code: str, node: Node, message: str, suggestion: str | None = None) -> None:
        self.world.findings.add(code, node.span, message, suggestion)
        self.broken = True

    def _number(self, node: ScalarNode) -> int:
        if not is_whole_number(node.text.strip()):
            self._fail("RW103", node, f"a number is wanted, but `{node.text}` stands here")
        elif not node.plain:
            message = f'a number is wanted, but the text "{node.text}" stands here; leave out the quotes'
            self._fail("RW103", node, message)
        elif (right := str(as_number(node, 0))) != node.text.strip() and len(node.text) < _MOST_DIGITS:
            self._fail("RW103", node, zero_in_front(node.text.strip()), right)
        elif len(node.text.strip()) > _MOST_DIGITS:
            self._fail("RW105", node, f"numbers have at most {_MOST_DIGITS} digits")
        return as_number(node, 0)

    def _key(self, key: ScalarNode, depth: int) -> int | None:
        type_ = self.levels[depth]
        if type_ == NUMBER:
            if is_whole_number(key.text) and len(key.text) <= _MOST_DIGITS:
                return int(key.text)
            self._fail("RW103", key, f"the keys here are numbers, but `{key.text}` stands here")
            return None
        values = self.world.declared.enums[type_.names[0]].values
        if key.text in values:
            return values.index(key.text)
        message = f"the keys here are values of {type_}, and `{key.text}` is no such value"
        self._fail("RW104", key, message, nearest(key.text, values))
        return None

    def _type_of(self, keys: list[ScalarNode]) -> Type:
        """Return the enum that has the most of these keys, the first of several; numbers when none has any.

        Keys that all are numbers are meant as such unless one enum has them all: an option may have some as its values.
        """
        enums = list(self.world.declared.enums.values())
        best = max(enums, key=lambda enum: sum(key.text in enum.values for key in keys))
        are_numbers = all(is_whole_number(key.text) for key in keys)
        known = [key.text in best.values for key in keys]
        if all(known) if are_numbers else any(known):
            return enum_type(best.name)
        if not any(is_whole_number(key.text) for key in keys):
            values = [value for enum in enums for value in enum.values]
            message = f"a key is a number or a value of an enum, but `{keys[0].text}` is neither"
            self._fail("RW201", keys[0], message, nearest(keys[0].text, values))
        return NUMBER

    def _complete(self, name: str) -> None:
        """A table by an enum without `otherwise` needs every key of it."""
        if len(self.levels) != 1 or self.levels[0] == NUMBER:
            return
        values = self.world.declared.enums[self.levels[0].names[0]].values
        missing = [value for i, value in enumerate(values) if (i,) not in self.rows]
        if missing:
            message = f"the table `{name}` has no entry for {', '.join(missing)}; add it, or say `otherwise:`"
            self.world.findings.add("RW225", self.entry.key.span, message)

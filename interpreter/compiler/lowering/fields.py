"""The tables of effects in fields, by component and side: what carries them out, and what tests their start."""

from __future__ import annotations

from rulewright.interpreter.compiler.form.symbols import Table


class Fields:
    """Tables by the name of a field. `thens` test the start of an effect and of what is handed on behind it."""

    def __init__(self) -> None:
        self.effects: dict[str, Table] = {}
        self.starts: dict[str, Table] = {}
        self.thens: dict[str, Table] = {}

    def then(self, name: str) -> Table:
        """Return the table of tests of a start that go on behind it; it is filled when the others are."""
        if name not in self.thens:
            self.thens[name] = Table(("CAN_THEN", name), ())
        return self.thens[name]

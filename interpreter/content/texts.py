"""Checks the effects and formulas of a game, and remembers which actions need somebody who acts."""

from __future__ import annotations

from rulewright.interpreter.content.model import Param, Value
from rulewright.interpreter.content.sections import child, scalar
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.effects import EffectChecker
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.templates import check_template
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import as_tree
from rulewright.interpreter.language.checker.world import ActorUse, World
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.language.parser import parse
from rulewright.interpreter.language.types import NUMBER, UNKNOWN, Type
from rulewright.interpreter.source import Node, ScalarNode


class TextChecks:
    """Checks single texts against a world; everything returns None after a finding."""

    def __init__(self, declared: Declarations, findings: Findings) -> None:
        self.world = World(declared, findings, self._value)
        self.declared = declared
        self.findings = findings
        self._value_nodes: dict[str, Node] = {}
        self._open_values: list[str] = []
        self._done_values: set[str] = set()

    # ------------------------------------------------------------ effects and formulas
    def effect(self, node: ScalarNode | None, scope: Scope, action: str | None = None) -> c.Block:
        """Check an effect; the empty block after a finding. `action` is the action whose body it is."""
        if node is None:
            return ()
        parsed = parse("effect", node, self.findings)
        if parsed is None:
            return ()
        checker = EffectChecker(self.world, parsed)
        block = checker.effect(parsed.tree, scope)
        if action is not None:
            use = self.world.actions.setdefault(action, ActorUse())
            use.uses_me |= checker.uses_me
            use.calls.extend(checker.calls)
        return block

    def formula(
        self,
        node: ScalarNode | None,
        scope: Scope,
        want: Type | None,
        action: str | None = None,
        changed: str | None = None,
    ) -> c.Expr | None:
        """Check a formula; a wanted flag is checked as a condition.

        `action` is the action, and `changed` the value changed by a card, that the formula belongs to.
        """
        if node is None:
            return None
        parsed = parse("formula", node, self.findings)
        if parsed is None:
            return None
        checker = FormulaChecker(self.world, parsed)
        try:
            expr = checker.formula(parsed.tree, scope, want)
        except Mistake:
            return None
        if action is not None:
            self.world.actions.setdefault(action, ActorUse()).uses_me |= checker.uses_me
        if self._open_values:
            self.world.used_values.setdefault(self._open_values[-1], set()).update(checker.used_values)
        if changed is not None and not self._may_use(changed, checker.used_values, node.span):
            return None
        return expr

    def shown(self, node: ScalarNode | None, scope: Scope) -> Scope:
        """Return what is known where a condition holds that was checked without a finding."""
        parsed = parse("formula", node, Findings()) if node is not None else None
        if parsed is None or parsed.tree.data != "formula":
            return scope
        checker = FormulaChecker(self.world, parsed)
        return scope.knowing(checker.facts(as_tree(parsed.tree.children[0]), scope, True))

    def _may_use(self, changed: str, used: set[str], span: Span) -> bool:
        """Note that a change of a value uses others; a finding when one of them needs that value itself."""
        for name in sorted(used):
            if self._leads_to(name, changed):
                message = (
                    f"`{changed}` is changed by a formula that uses `{name}`, which needs `{changed}` itself"
                )
                self.findings.add("RW228", span, message)
                return False
        self.world.used_values.setdefault(changed, set()).update(used)
        return True

    def _leads_to(self, name: str, goal: str) -> bool:
        reached, open_ = {name}, [name]
        while open_:
            more = self.world.used_values.get(open_.pop(), set()) - reached
            reached |= more
            open_.extend(more)
        return goal in reached

    def template(self, node: ScalarNode | None, scope: Scope) -> c.Template | None:
        """Check a text template that is a whole YAML text."""
        if node is None:
            return None
        try:
            return check_template(self.world, node, 0, node.text, scope)
        except Mistake:
            return None

    # ------------------------------------------------------------ values
    def add_value(self, name: str, node: Node) -> None:
        """Remember where a declared value stands, to be checked on its first use."""
        self._value_nodes[name] = node

    def check_values(self) -> None:
        """Check every value that nothing has used so far."""
        for name in self._value_nodes:
            self._value(name, self.declared.values[name].span)

    def _value(self, name: str, used_at: Span) -> Value | None:
        value = self.declared.values[name]
        if name in self._done_values:
            return value
        if name in self._open_values:
            circle = " -> ".join([*self._open_values[self._open_values.index(name) :], name])
            self.findings.add("RW228", used_at, f"values need each other in a circle: {circle}")
            return None
        self._open_values.append(name)
        try:
            self._check_value(value, self._value_nodes[name])
        finally:
            self._open_values.pop()
            self._done_values.add(name)
        return value

    def _check_value(self, value: Value, node: Node) -> None:
        scope = params_scope(value.params)
        value.type = UNKNOWN
        whole = scalar(node)
        formula = self.formula(whole or _child_text(node, "is"), scope, None)
        if formula is None:
            return
        value.formula, value.type = formula, formula.type
        for key, slot in (("at least", "at_least"), ("at most", "at_most")):
            text = _child_text(node, key)
            if text is not None:
                if value.type.base not in (NUMBER.base, UNKNOWN.base):
                    self.findings.add(
                        "RW401", text.span, f"only numbers have bounds, but `{value.name}` is {value.type}"
                    )
                setattr(value, slot, self.formula(text, scope, NUMBER))

    # ------------------------------------------------------------ who acts
    def check_actors(self) -> None:
        """Make a finding for every call, from where nobody acts, of an action that needs somebody."""
        needing = {name for name, use in self.world.actions.items() if use.uses_me}
        changed = True
        while changed:
            more = {name for name, use in self.world.actions.items() if needing.intersection(use.calls)}
            changed = not more <= needing
            needing |= more
        for span, name in self.world.orphan_calls:
            if name in needing:
                message = f"nobody acts here, but `{name}` needs somebody"
                self.findings.add(
                    "RW212", span, f"{message}; write `as each player in turn_order:` around it"
                )


def params_scope(params: tuple[Param, ...]) -> Scope:
    """Return the scope that holds some parameters."""
    places = {param.name: param.span for param in params}
    return Scope({param.name: param.type for param in params}, places=places)


def _child_text(node: Node, key: str) -> ScalarNode | None:
    return scalar(child(node, key))

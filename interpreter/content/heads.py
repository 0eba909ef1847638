"""Reads the heads of windows, values, actions and phases, and after the cards are known, their effects."""

from __future__ import annotations

from rulewright.interpreter.content.model import Action, Phase, Value, Window
from rulewright.interpreter.content.sections import Sections, child, entries, is_yes, scalar, text_of, titled
from rulewright.interpreter.content.texts import TextChecks, params_scope
from rulewright.interpreter.content.types import parse_head
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.builtin_functions import NAMES
from rulewright.interpreter.language.checked import AllOf, AnyOf, Compare, Const, Expr, Not, OptionValue
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.declarations import Limit, Opens
from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, UNKNOWN, enum_type, kind_type
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.source import Entry, Node, ScalarNode

LIMITS: dict[str, Limit] = {
    "once a round": "round",
    "once each time": "opening",
    "any number of times": "none",
}
OPENS: dict[str, Opens] = {"when taken or flipped": "taken", "before leaving": "leaving"}


class HeadReader:
    """Declares windows, values, actions and phases, then checks what they do."""

    def __init__(self, sections: Sections, texts: TextChecks) -> None:
        self.sections = sections
        self.texts = texts
        self.declared = texts.declared
        self.findings = texts.findings
        self._actions: list[tuple[Action, Node]] = []
        self._windows: list[tuple[Window, Node]] = []

    def read_heads(self) -> None:
        """Declare every head, so that effects may name them in any order."""
        for entry in self.sections.mapped["phases"]:
            self._phase(entry)
        for entry in self.sections.mapped["windows"]:
            self._window(entry)
        for entry in self.sections.mapped["values"]:
            self._value(entry)
        for entry in self.sections.mapped["actions"]:
            self._action(entry)

    def _phase(self, entry: Entry) -> None:
        node, name = entry.value, entry.key.text
        extra = scalar(child(node, "at any decision"))
        title = text_of(node, "title", titled(name))
        self.declared.phases[name] = Phase(
            name,
            title,
            extra.text if extra is not None else None,
            is_yes(node, "secret"),
            entry.key.span,
            text_of(node, "about"),
        )

    def _window(self, entry: Entry) -> None:
        head = parse_head(self.texts.world, entry.key)
        if head is None:
            return
        name, params, _ = head
        node = entry.value
        window = Window(
            name=name,
            title=text_of(node, "title", titled(name)),
            params=params,
            each_player=text_of(node, "who", "me") != "me",
            limit=LIMITS.get(text_of(node, "limit"), "round"),
            opens=OPENS.get(text_of(node, "opens"), ""),
            span=entry.key.span,
            about=text_of(node, "about"),
        )
        if window.opens and params:
            self.findings.add(
                "RW223", entry.key.span, f"the machine opens `{name}` by itself, so it has no parameters"
            )
        self.declared.windows[name] = window
        self._windows.append((window, node))

    def _value(self, entry: Entry) -> None:
        head = parse_head(self.texts.world, entry.key)
        if head is None:
            return
        name, params, _ = head
        if name in NAMES:
            self.findings.add(
                "RW210", entry.key.span, f"`{name}` belongs to the language and cannot be declared"
            )
            return
        node = entry.value
        title, about = text_of(node, "title", titled(name)), text_of(node, "about")
        told = is_yes(node, "told")
        if told and [param.type for param in params] != [PLAYER]:
            self.findings.add(
                "RW223",
                entry.key.span,
                f"`{name}` is to be told of each player, so its only parameter is a player",
            )
            told = False
        self.declared.values[name] = Value(name, title, params, UNKNOWN, entry.key.span, about, told=told)
        self.texts.add_value(name, node)

    def _action(self, entry: Entry) -> None:
        head = parse_head(self.texts.world, entry.key)
        if head is None:
            return
        name, params, _ = head
        if name in self.declared.values:
            self.findings.add("RW202", entry.key.span, f"`{name}` is declared as a value and as an action")
        action = Action(name, params, entry.key.span, text_of(entry.value, "about"))
        self.declared.actions[name] = action
        self._actions.append((action, entry.value))

    # ------------------------------------------------------------ bodies
    def read_bodies(self) -> None:
        """Check what values, windows, actions and phases say."""
        self.texts.check_values()
        self._words()
        for window, node in self._windows:
            window.takes_part = self._takes_part(window, scalar(child(node, "takes part")))
            window.unasked = self._unasked(scalar(child(node, "automatic")))
        for action, node in self._actions:
            scope = params_scope(action.params).acting()
            needs = scalar(child(node, "needs"))
            action.needs = self.texts.formula(needs, scope, FLAG, action.name)
            action.text = self.texts.template(scalar(child(node, "text")), scope)
            told = scalar(child(node, "told"))
            if told is not None and told.text == "no":
                action.told = c.Template(told.span, ())
            elif told is not None:
                action.told = self.texts.template(told, scope)
            body = scalar(node) or scalar(child(node, "do"))
            inside = self.texts.shown(needs, scope) if action.needs is not None else scope
            action.body = self.texts.effect(body, inside, action.name)
        for entry in self.sections.mapped["phases"]:
            phase = self.declared.phases[entry.key.text]
            phase.body = self.texts.effect(scalar(child(entry.value, "do")), Scope())
            self._extra(scalar(child(entry.value, "at any decision")))

    def _words(self) -> None:
        """Check the English that counters and kinds have of their own."""
        for entry in self.sections.mapped["counters"]:
            counter = self.declared.counters.get(entry.key.text)
            scope = Scope({"number": NUMBER, "player": PLAYER})
            if counter is not None and counter.by is not None and counter.by in self.declared.enums:
                scope = scope.bind(counter.by, enum_type(counter.by))
            for part in entries(child(entry.value, "text")):
                template = self.texts.template(scalar(part.value), scope)
                if counter is not None and template is not None:
                    counter.texts[part.key.text] = template
        for entry in self.sections.mapped["kinds"]:
            kind = self.declared.kinds.get(entry.key.text)
            scope = Scope({"this": kind_type(entry.key.text)})
            template = self.texts.template(scalar(child(entry.value, "text")), scope)
            if kind is not None and template is not None:
                kind.text.append(template)

    def _takes_part(self, window: Window, node: ScalarNode | None) -> Expr | None:
        hidden = next((param for param in window.params if param.name == "player"), None)
        if node is not None and hidden is not None:
            message = "`player` is the one of whom `takes part` is asked; give the parameter another name"
            self.findings.add("RW203", hidden.span, message)
            return None
        return self.texts.formula(node, params_scope(window.params).bind("player", PLAYER), FLAG)

    def _unasked(self, node: ScalarNode | None) -> Expr | None:
        """Return the condition on which abilities happen without being asked: it may look at variants only.

        So it is known before a game begins who will be asked what.
        """
        condition = self.texts.formula(node, Scope(), FLAG)
        if node is not None and condition is not None and not all(map(_is_of_variants, nodes(condition))):
            message = (
                "whether abilities are automatic is settled before a game begins: compare options here, such as"
                " `options.NAME == VALUE`, with `and`, `or` and `not`"
            )
            self.findings.add("RW205", node.span, message)
            return None
        return condition

    def _extra(self, node: ScalarNode | None) -> None:
        if node is None:
            return
        action = self.declared.actions.get(node.text)
        if action is None:
            near = nearest(node.text, self.declared.actions)
            self.findings.add("RW201", node.span, f"no action `{node.text}` is declared", near)
        elif any(param.default is None for param in action.params):
            message = f"`{node.text}` needs arguments, so it cannot be added to decisions as it is"
            self.findings.add("RW207", node.span, message)


def _is_of_variants(node: object) -> bool:
    """Say whether a part of a formula can be worked out with nothing but the variants that a match was opened with."""
    if isinstance(node, Compare):
        return node.op in ("==", "!=")
    return isinstance(node, OptionValue | Not | AllOf | AnyOf) or (
        isinstance(node, Const) and isinstance(node.value, int)
    )

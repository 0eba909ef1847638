"""Reads the cards of a game whole: fields, effects, abilities and changes of each side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, get_args

from rulewright.interpreter.closed_words import word_in
from rulewright.interpreter.content.card_digest import card_digest
from rulewright.interpreter.content.card_enums import card_word
from rulewright.interpreter.content.card_fields import ValueReader
from rulewright.interpreter.content.card_sources import CARD_KEYS, SIDE_KEYS, CardSource, first_id
from rulewright.interpreter.content.heads import LIMITS
from rulewright.interpreter.content.model import Ability, Card, ChangeOp, Kind, Side, ValueChange, Whose
from rulewright.interpreter.content.origins import OriginReader
from rulewright.interpreter.content.sections import (
    child,
    entries,
    is_yes,
    printed,
    scalar,
    scalars,
    text_of,
)
from rulewright.interpreter.content.texts import TextChecks
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import a, as_tree, counted, parts
from rulewright.interpreter.language.declarations import CardFieldDecl, Value, Window
from rulewright.interpreter.language.grammar.syntax import Part, Tree
from rulewright.interpreter.language.parser import parse
from rulewright.interpreter.language.types import (
    EFFECT,
    FLAG,
    NUMBER,
    PLAYER,
    UNKNOWN,
    Type,
    kind_type,
    list_of,
)
from rulewright.interpreter.source import Node, ScalarNode, SequenceNode

_WHOSE: tuple[Whose, ...] = get_args(Whose)
OPS: dict[str, ChangeOp] = {"to": "to", "add": "add", "at least": "at_least", "at most": "at_most"}
SIDES = ("front", "back")
# What stands in the entries below a key of a card: the keys that tell, and those beside them.
_BELOW = (
    ("abilities", ("when", "do"), ("if", "automatic", "limit", "from")),
    ("changes", ("value", "add", "at least", "at most"), ("to", "if", "for", "from")),
)
# A message names no more windows than these.
_MOST_SHOWN = 20


class CardReader:
    """Turns card sources into cards; all declarations and all heads must be known by then."""

    def __init__(self, texts: TextChecks, origins: Iterable[str]) -> None:
        """Take the checks, and the origins that the rules declare; none where they declare none."""
        self.texts = texts
        self.declared = texts.declared
        self.findings = texts.findings
        self.origins = OriginReader(self.declared, origins, self.findings)
        self.values = ValueReader(texts.world)
        self.abilities: list[Ability] = []
        self.changes: dict[str, list[ValueChange]] = {}
        self.printed: list[tuple[ScalarNode, int, int | None]] = []
        self._meant: set[str] = set()
        self._lacking: dict[str, list[int]] = {}

    def read(self, source: CardSource, position: int) -> Card:
        """Read one card."""
        kind = self.declared.kinds[source.kind]
        self._meant = self._stray_keys(source, kind)
        self._lacking = {}
        nodes = [self._side_node(source, kind, number) for number in range(kind.sides)]
        count = 2 if kind.sides == 2 and nodes[1] is not None else 1
        sides = tuple(self._side(source, kind, position, number, nodes[number]) for number in range(count))
        for name, lacking in self._lacking.items():
            self._no_value(source, kind.fields[name], lacking, count)
        about = text_of(source.node, "about") if not source.implied else kind.about
        each_player = kind.per_player is not None or source.get("per player") is not None
        return Card(
            source.id,
            kind.name,
            position,
            self._copies(source, kind),
            sides,
            self.origins.read(source, kind),
            source.span,
            about,
            each_player,
            source.players,
            self._printed(source.get("printed"), position, None if kind.sides == 2 else 0),
            card_digest(source),
            first_id(source),
        )

    def _printed(self, found: Node | None, card: int, side: int | None) -> str:
        """Return the words printed on a card or on a side of it, and remember where they stand."""
        node = scalar(found)
        if node is None or not node.text.strip():
            return ""
        self.printed.append((node, card, side))
        return node.text.strip()

    def _copies(self, source: CardSource, kind: Kind) -> int:
        """Return how many there are of a card, in the game or for each player."""
        each = source.get("per player") if not source.implied else None
        if each is not None and source.get("copies") is not None:
            message = (
                "`copies` are for all players together, `per player` for each: only one of them can be said"
            )
            self.findings.add("RW108", each.span, message)
        count = source.number("copies", 1) if kind.per_player is None else kind.per_player
        return count if source.implied else source.number("per player", count)

    # ------------------------------------------------------------ keys
    def _stray_keys(self, source: CardSource, kind: Kind) -> set[str]:
        """Report keys that are no fields of the kind; return the fields that they were probably meant for."""
        meant: set[str] = set()
        if source.implied:
            return meant
        known = {*kind.stated, *(CARD_KEYS if kind.sides == 2 else CARD_KEYS - set(SIDES))}
        own = [entry.key for entry in entries(source.node)]
        meant |= self._strays(list(source.columns.values()) if source.row else own, kind, known)
        known = {*kind.stated, *SIDE_KEYS}
        for side in SIDES if kind.sides == 2 else ():
            meant |= self._strays([entry.key for entry in entries(source.get(side))], kind, known)
        return meant

    def _strays(self, keys: list[ScalarNode], kind: Kind, known: set[str]) -> set[str]:
        """Report the keys of a card or of a side that are not known; those of one ability make one finding."""
        strays = [key for key in keys if key.text not in known]
        meant: set[str] = set()
        for below, telling, others in _BELOW:
            first = next((key for key in strays if key.text in telling), None)
            if first is not None:
                message = f"`{first.text}` belongs below `{below}:`, in an entry that begins with a dash"
                self.findings.add("RW220", first.span, message)
                strays = [key for key in strays if key.text not in (*telling, *others)]
        for key in strays:
            meant |= self._stray(key, kind, known)
        return meant

    def _stray(self, key: ScalarNode, kind: Kind, known: set[str]) -> set[str]:
        if key.text in SIDES:
            self.findings.add(
                "RW222", key.span, f"the kind {kind.name} has one side only: declare `sides: 2`"
            )
            return set()
        if key.text in CARD_KEYS and kind.sides == 2:
            message = f"`{key.text}` stands on the card itself, beside `front:`, not on a side"
            self.findings.add("RW220", key.span, message)
            return set()
        near = nearest(key.text, known)
        self.findings.add("RW220", key.span, f"the kind {kind.name} has no field `{key.text}`", near)
        return {near} if near is not None else set()

    def _side_node(self, source: CardSource, kind: Kind, number: int) -> Node | None:
        return source.get(SIDES[number]) if kind.sides == 2 else source.node

    # ------------------------------------------------------------ sides
    def _side(self, source: CardSource, kind: Kind, position: int, number: int, node: Node | None) -> Side:
        own = scalar(source.get("name"))
        name = text_of(node, "name") or (own.text if own is not None else printed(source.id))
        side = Side(name)
        if kind.sides == 2:
            side.printed = self._printed(child(node, "printed"), position, number)
        for decl in kind.fields.values():
            self._field(source, decl, node, side, number, kind)
        if source.implied:
            return side
        listed = [("abilities", child(node, "abilities")), ("changes", child(node, "changes"))]
        if kind.sides == 2 and number == 0:
            # What stands on the card itself counts for its front, as on a card with one side.
            listed += [("abilities", source.get("abilities")), ("changes", source.get("changes"))]
        abilities: list[Ability] = []
        changes: list[ValueChange] = []
        for key, found in listed:
            for part in found.items if isinstance(found, SequenceNode) else ():
                if key == "abilities":
                    self._ability(part, kind, position, number, abilities)
                else:
                    self._change(part, kind, position, number, changes)
        side.abilities, side.changes = tuple(abilities), tuple(changes)
        return side

    def _field(
        self, source: CardSource, decl: CardFieldDecl, node: Node | None, side: Side, number: int, kind: Kind
    ) -> None:
        if decl.of_card:
            values = self.declared.enums[decl.name].values
            side.fields[decl.name] = values.index(card_word(source))
            return
        found = child(node, decl.name) if kind.sides == 2 else None
        found = found if found is not None else (None if source.implied else source.get(decl.name))
        if decl.type == EFFECT:
            if found is not None:
                scope = Scope({"me": PLAYER, "this": kind_type(kind.name)})
                side.effects[decl.name] = self.texts.effect(scalar(found), scope)
            return
        if found is not None:
            side.fields[decl.name] = self.values.read(decl, found)
            return
        side.fields[decl.name] = decl.default
        meant = {decl.name, SIDES[number]} & self._meant
        if decl.required and not meant and not source.uneven:
            self._lacking.setdefault(decl.name, []).append(number)

    def _no_value(self, source: CardSource, decl: CardFieldDecl, lacking: list[int], sides: int) -> None:
        """Make one finding for a field without a value, on one side or on all that the card has."""
        where = f" on its {SIDES[lacking[0]]}" if len(lacking) < sides else ""
        wanted = a(decl.type) if decl.by is None else f"a value for each {decl.by}"
        if decl.type.base == "component":
            wanted = f"the id of {wanted}"
        hint = (
            f": write `{decl.name}:` with {wanted}" if not source.row else f": add the column `{decl.name}`"
        )
        if sides == 2 and not where:
            hint += ", on the card itself or on each side"
        self.findings.add("RW219", source.span, f"`{source.id}` has no value for `{decl.name}`{where}{hint}")

    # ------------------------------------------------------------ abilities
    def _ability(self, node: Node, kind: Kind, card: int, side: int, found: list[Ability]) -> None:
        when = scalar(child(node, "when"))
        window, pattern = self._pattern(when) if when is not None else (None, ())
        own = window.name if window is not None else ""
        scope = Scope({"me": PLAYER, "this": kind_type(kind.name)}, window=own)
        if not kind.active_in:
            message = (
                f"the kind {kind.name} is active nowhere, so this can never be used: declare `active in:`"
            )
            self.findings.add("RW223", node.span, message)
        for param in window.params if window is not None else ():
            scope = scope.bind(param.name, param.type, param.span)
        test = scalar(child(node, "if"))
        condition = self.texts.formula(test, scope, FLAG)
        inside = self.texts.shown(test, scope) if condition is not None else scope
        body = self.texts.effect(scalar(child(node, "do")), inside) if window is not None else ()
        condition = self._only_from(node, kind, condition)
        if window is None:
            return
        limit = LIMITS.get(text_of(node, "limit"), window.limit)
        ability = Ability(
            window=window.name,
            pattern=pattern,
            condition=condition,
            automatic=is_yes(node, "automatic"),
            limit=limit,
            body=body,
            card=card,
            side=side,
            number=len(found) + 1,
            serial=len(self.abilities),
            span=node.span if when is None else when.span,
            about=text_of(node, "about"),
        )
        found.append(ability)
        self.abilities.append(ability)

    def _only_from(self, node: Node, kind: Kind, condition: c.Expr | None) -> c.Expr | None:
        """Return the condition on which an ability or a change works that says from which zones it does."""
        zones = list(scalars(child(node, "from")))
        here: list[c.Expr] = []
        for zone in zones:
            if zone.text in kind.active_in:
                this = c.Local(zone.span, kind_type(kind.name), "this")
                lying = list_of(kind_type(*self.declared.player_zones[zone.text].holds))
                owner = c.Owner(zone.span, PLAYER.or_none(), this)
                there = c.ZoneRef(zone.span, lying, zone.text, "player", owner)
                here.append(c.Member(zone.span, FLAG, this, there))
            elif zone.text in self.declared.player_zones:
                message = f"the kind {kind.name} is not active in `{zone.text}`: add it to `active in:`"
                self.findings.add("RW223", zone.span, message, nearest(zone.text, kind.active_in))
            else:
                near = nearest(zone.text, self.declared.player_zones)
                self.findings.add("RW217", zone.span, f"players have no zone `{zone.text}`", near)
        if not here:
            return condition
        place = here[0] if len(here) == 1 else c.AnyOf(here[0].span, FLAG, tuple(here))
        return place if condition is None else c.AllOf(condition.span, FLAG, (place, condition))

    def _pattern(self, when: ScalarNode) -> tuple[Window | None, tuple[c.Expr | None, ...]]:
        parsed = parse("pattern", when, self.findings)
        if parsed is None:
            return None, ()
        checker = FormulaChecker(self.texts.world, parsed)
        name, *args = parts(parsed.tree)
        window = self.declared.windows.get(str(name))
        try:
            if window is None:
                self._no_window(checker, name)
            given = [as_tree(arg) for arg in args if arg is not None]
            if len(given) > len(window.params):
                takes = counted(len(window.params), "argument")
                message = f"the window `{name}` takes {takes}, {len(given)} given here"
                checker.fail("RW207", name, message)
            pattern: list[c.Expr | None] = []
            for arg, param in zip(given, window.params, strict=False):
                free = arg.data == "name" and str(arg.children[0]) == param.name
                pattern.append(None if free else _fixed(checker, arg, param.type))
        except Mistake:
            # What the window gives is known all the same.
            return window, ()
        return window, tuple(pattern) + (None,) * (len(window.params) - len(pattern))

    def _no_window(self, checker: FormulaChecker, name: Part) -> NoReturn:
        """Make a finding for a window that nobody declares; it tells which ones may be meant."""
        windows, text = list(self.declared.windows), str(name)
        alike = [window for window in windows if window.startswith(text)]
        if len(alike) < 2 and (nearest(text, windows) is not None or text in self.texts.world.broken):
            checker.missing("RW216", name, "window", windows)
        met = f"`{text}` is a phase" if text in self.declared.phases else f"no window `{text}` is declared"
        known = alike or windows
        shown = ", ".join(known[:_MOST_SHOWN]) + (", ..." if len(known) > _MOST_SHOWN else "")
        checker.fail("RW216", name, f"{met}; the windows{' like it' if alike else ''} are: {shown}")

    # ------------------------------------------------------------ changes
    def _change(self, node: Node, kind: Kind, card: int, side: int, found: list[ValueChange]) -> None:
        named = scalar(child(node, "value"))
        value = self._changed_value(named) if named is not None else None
        if value is None:
            return
        if not kind.active_in:
            message = f"the kind {kind.name} is active nowhere, so this never counts: declare `active in:`"
            self.findings.add("RW223", node.span, message)
        scope = Scope({**{param.name: param.type for param in value.params}, "this": kind_type(kind.name)})
        condition = self.texts.formula(scalar(child(node, "if")), scope, FLAG, changed=value.name)
        condition = self._only_from(node, kind, condition)
        whose = word_in(_WHOSE, text_of(node, "for", "owner"))
        for key, op in OPS.items():
            text = scalar(child(node, key))
            if text is not None and key != "to" and value.type != NUMBER:
                message = f"`{value.name}` gives {a(value.type)}; only numbers are added to or bounded"
                self.findings.add("RW401", text.span, message)
                continue
            number = self.texts.formula(text, scope, value.type, changed=value.name)
            if text is not None and number is not None:
                change = ValueChange(value.name, whose, condition, op, number, card, side, text.span)
                found.append(change)
                self.changes.setdefault(value.name, []).append(change)

    def _changed_value(self, node: ScalarNode) -> Value | None:
        parsed = parse("pattern", node, self.findings)
        if parsed is None:
            return None
        checker = FormulaChecker(self.texts.world, parsed)
        name, *args = parts(parsed.tree)
        value = self.declared.values.get(str(name))
        try:
            if value is None:
                checker.missing("RW201", name, "value", self.declared.values)
            names = [str(as_tree(arg).children[0]) for arg in args if arg is not None]
            if names and names != [param.name for param in value.params]:
                wanted = ", ".join(param.name for param in value.params)
                for arg, param in zip((arg for arg in args if arg is not None), value.params, strict=False):
                    met = str(as_tree(arg).children[0])
                    if nearest(met, [param.name]) is not None and met not in {p.name for p in value.params}:
                        message = f"`{name}` has no parameter `{met}`: {name}({wanted})"
                        checker.fail("RW208", arg, message, param.name)
                also = ", also one with a default" if names == wanted.split(", ")[: len(names)] else ""
                message = f"name the parameters as they are declared{also}: {name}({wanted})"
                checker.fail("RW207", name, message)
            if not value.params or value.params[0].type.base not in ("player", "component", "unknown"):
                checker.fail(
                    "RW223",
                    name,
                    f"`{name}` has no player or component as its first parameter, so no card can change it",
                )
        except Mistake:
            return None
        checked = self.texts.world.check_value(value.name, node.span)
        return checked if checked is not None and checked.type != UNKNOWN else None


def _fixed(checker: FormulaChecker, arg: Tree, wanted: Type) -> c.Expr:
    """Return what an ability waits for: one thing that is known before a game begins."""
    expr = checker.wanted(arg, Scope(), wanted)
    if isinstance(expr, c.CardConst) or (isinstance(expr, c.Const) and isinstance(expr.value, int)):
        return expr
    checker.fail(
        "RW205",
        arg,
        "an ability waits for what never changes, a number, yes, no, none, a name of an enum or the id of a component,"
        " but this is worked out; name the parameter here and compare it under `if:`",
    )

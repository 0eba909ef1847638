"""Writes effects: blocks of statements, which the loader accepts, over the declarations of a generated game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from textwrap import indent

from rulewright.interpreter.language.types import NUMBER, PLAYER, Type, enum_type, kind_type, list_of
from tests.generated.declared import stated
from tests.generated.moves import MoveEffects
from tests.generated.writing import NOT, POSTFIX, SUM, Scope

Statement = tuple[str, Scope]
Production = Callable[[Scope, int], "Statement | str | None"]


class Effects(MoveEffects):
    """Writes statements; each production returns its lines, with the scope of what follows when it binds a name."""

    def effect(self, scope: Scope, depth: int, most: int = 3) -> str:
        """Return a block of statements, one or more lines without indentation."""
        lines: list[str] = []
        for _ in range(self.rng.randint(1, most)):
            words, scope = self.statement(scope, depth)
            lines.append(words)
        return "\n".join(lines)

    def statement(self, scope: Scope, depth: int) -> Statement:
        """Return one statement, and the scope of those behind it."""
        # What a test has shown may no longer hold behind a statement, but the loader knows no better.
        for production in self._statements(scope, depth):
            found = production(scope, depth)
            if isinstance(found, str):
                return found, scope
            if found is not None:
                return found
        return "nothing", scope

    def _statements(self, scope: Scope, depth: int) -> list[Production]:
        anyone: dict[Production, float] = {
            self._set: 2.5, self._move: 2.5, self._draw: 1, self._shuffle: 0.7, self._show: 0.6, self._flip: 0.8,
            self._discard: 0.8, self._swap: 0.6, self._let: 1.5, self._nothing: 0.1, self._finish: 0.06,
            self._turn_ends: 0.1, self._offer: 0.8,
        }  # fmt: skip
        blocks: dict[Production, float] = {
            self._for_each: 1, self._count_from: 0.6, self._as_player: 0.8, self._as_each: 1, self._repeat: 0.5,
            self._while: 0.6, self._if: 1.5,
        }  # fmt: skip
        acting: dict[Production, float] = {
            self._gain: 3, self._lose: 0.8, self._pay: 0.5, self._choose: 3, self._run: 0.8, self._call: 1.2,
        }  # fmt: skip
        acting_blocks: dict[Production, float] = {self._may: 1.5, self._one_of: 1.3}
        found = dict(anyone)
        if scope.acts:
            found |= acting
        if depth > 0:
            found |= blocks
            if scope.acts:
                found |= acting_blocks
            else:
                # Without somebody who acts little can happen.
                found |= {self._as_each: 6, self._as_player: 4}
        return self.weighted(found)

    def block(self, scope: Scope, depth: int, most: int = 2) -> str:
        """Return a block behind a colon: in the line where it is short, else indented."""
        words = self.effect(scope, depth - 1, most)
        simple = "\n" not in words and not words.endswith(":") and ':"' not in words
        if (
            simple
            and self.yes(0.4)
            and not words.startswith(("may ", "one of", "for each", "as ", "repeat", "while", "if "))
        ):
            return f": {words}"
        return ":\n" + indent(words, "  ")

    # ------------------------------------------------------------ amounts
    def _gain(self, scope: Scope, depth: int) -> str:
        return self._amounts("gain", scope, depth)

    def _lose(self, scope: Scope, depth: int) -> str:
        return self._amounts("lose", scope, depth)

    def _pay(self, scope: Scope, depth: int) -> str:
        if self.yes(0.75):
            counter = self.counter_of(self.rng.choice(list(self.declared.counters)), scope, 0)
            number = self.rng.randint(0, 2)
            return f"if me.{counter} >= {number}: pay {number} {counter}"
        return self._amounts("pay", scope, depth)

    def _amounts(self, verb: str, scope: Scope, depth: int) -> str:
        inner, per = scope, ""
        if self.yes(0.2):
            walked = self.walked(self.any_item(), scope, 1)
            if walked is not None:
                words, inner = walked
                per = f" for each {words}"
        elif self.yes(0.12):
            size = str(self.rng.randint(1, 3))
            per = f" for every {size} of {self.small(scope, depth).at(SUM)}"
        amounts = []
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            counter = self.counter_of(self.rng.choice(list(self.declared.counters)), inner, 1)
            amounts.append(f"{self.small(inner, min(depth, 2)).at(SUM)} {counter}")
        return f"{verb} {' and '.join(amounts)}{per}"

    def _set(self, scope: Scope, depth: int) -> str | None:
        inner = scope.with_chance()
        depth = min(depth, 2)
        how = self.rng.random()
        if how < 0.3:
            player = self.formula(PLAYER, scope, 1).at(POSTFIX)
            counter = self.counter_of(self.rng.choice(list(self.declared.counters)), scope, 1)
            return f"set {player}.{counter} to {self.small(inner, depth).words}"
        if how < 0.55:
            name = self.one(name for name in self.declared.state if name != self.declared.fuel)
            if name is not None:
                wanted = scope.facts.get(f"game.{name}", stated(self.declared.state[name]))
                return f"set game.{name} to {self._wanted(wanted, inner, depth)}"
        if how < 0.9:
            found = self.one((kind, name) for kind, own in self.declared.kinds.items() for name in own.state)
            if found is not None:
                kind, name = found
                holder = self.maybe if self.yes(0.15) else self.formula
                thing = holder(kind_type(kind), scope, 1).at(POSTFIX)
                type_ = self.declared.kinds[kind].state[name]
                wanted = scope.facts.get(f"{thing}.{name}", stated(type_))
                return f"set {thing}.{name} to {self._wanted(wanted, inner, depth)}"
        own = self.one(self.declared.player_states)
        if own is not None and self.yes(0.6):
            player = self.formula(PLAYER, scope, 1).at(POSTFIX)
            return f"set {player}.{own} to {self._wanted(self.declared.player_states[own], inner, depth)}"
        orders = ("rotated(turn_order, 1)", "reversed(turn_order)", "starting_with(players[1], turn_order)")
        return f"set turn_order to {self.rng.choice((*orders, 'players'))}"

    def _wanted(self, type_: Type, scope: Scope, depth: int) -> str:
        if type_.nullable:
            return "none" if self.yes(0.2) else self.maybe(type_.without_none(), scope, depth).words
        if type_ == NUMBER:
            return self.small(scope, depth).words
        return self.formula(type_, scope, depth).words

    # ------------------------------------------------------------ names and choices
    def _let(self, scope: Scope, depth: int) -> Statement | None:
        name = self.new_name(scope)
        if name is None:
            return None
        item = self.rng.choice(self.declared.types())
        type_ = list_of(item) if self.yes(0.3) else item
        inner = scope.with_chance()
        if type_ == item and item.base in ("player", "enum", "component") and self.yes(0.25):
            words = self._first(item, inner, 1) or self._game_state(item, inner, 1)
            if words is not None:
                return f"let {name} = {words.words}", scope.bind(name, item.or_none())
        return f"let {name} = {self.formula(type_, inner, min(depth, 2)).words}", scope.bind(name, type_)

    def _choose(self, scope: Scope, depth: int) -> Statement | None:
        name = self.new_name(scope)
        if name is None:
            return None
        how = self.rng.choice(("", "", "a ", "an ", "N ", "up to ", "any number of ", "one or more "))
        quantity = f"{self.small(scope, 1).at(SUM)} " if how in ("N ", "up to ") else ""
        quantity = how.replace("N ", "") + quantity
        if self.yes(0.25):
            item = NUMBER
            low = self.rng.randint(0, 2)
            high = (
                str(low + self.rng.randint(0, 3)) if self.yes(0.6) else f"{self.small(scope, 1).at(SUM)} + 2"
            )
            step = f" step {self.rng.randint(1, 3)}" if self.yes(0.3) else ""
            source = f"{low} to {high}{step}"
            if self.yes(0.3):
                label = self.new_name(scope.bind(name, NUMBER)) if self.yes(0.5) else None
                test, _ = self.test(scope.bind(label or name, NUMBER), 1)
                source = f"{f'{label} in ' if label else ''}{source} where {test.words}"
        else:
            item = self.any_item()
            source = self._choice_from(item, scope, name)
        prompt = f" {self.prompt(scope, 1)}" if self.yes(0.6) else ""
        bound = item if how in ("", "a ", "an ") else list_of(item)
        words = f"choose {quantity}{name} from {source}{prompt}"
        after = scope.bind(name, bound)
        if self.yes(0.3):
            counter = self.counter_of(self.rng.choice(list(self.declared.counters)), after, 0)
            words += f"\npay {self.rng.randint(0, 2)} {counter}"
            if self.yes(0.2):
                return None if "," in words else (words, after)
        return words, after

    def _choice_from(self, item: Type, scope: Scope, name: str) -> str:
        listed = self.list_of(item, scope, 1).at(SUM)
        if self.yes(0.5):
            return listed
        label = self.new_name(scope.bind(name, item)) if self.yes(0.5) else None
        inner = scope.bind(label or name, item)
        test, _ = self.test(inner, 2)
        return f"{f'{label} in ' if label else ''}{listed} where {test.words}"

    def prompt(self, scope: Scope, depth: int) -> str:
        """Return words in quotes, perhaps with formulas and conditions in them."""
        words = self.rng.choice(("Take", "Which one", "Do it", "", "How much?"))
        if self.yes(0.4):
            type_ = self.rng.choice((NUMBER, *self.declared.types()))
            shown = self.maybe(type_, scope, depth) if self.yes(0.3) else self.formula(type_, scope, depth)
            words += f" {{{shown.words}}}"
            # These follow from what stands there already, so that they change nothing else of a game.
            if len(shown.words) % 3 == 0:
                words += " {one|several}"
            if len(shown.words) % 5 == 0 and "said" not in scope.names:
                words += (
                    f", {{{'any' if len(shown.words) % 2 else 'each'} said in players: {{said}} {{is|are}}}}"
                )
        if self.yes(0.15):
            test, inner = self.test(scope, depth)
            more = f" of {{{self.formula(NUMBER, inner, 0).words}}}" if self.yes(0.4) else ""
            if ":" not in test.words:
                words += f"{{if {test.words}: , and more{more}}}"
        return f'"{words.strip() or "Now"}"'

    # ------------------------------------------------------------ other effects
    def _offer(self, scope: Scope, depth: int) -> str | None:
        found = self.one(
            name
            for name, window in self.declared.windows.items()
            if not window.opens and (scope.acts or window.each_player)
        )
        if found is None:
            return None
        params = self.declared.windows[found].params
        return f"offer {found}({self.arguments(params, set(), scope, 1)})" if params else f"offer {found}"

    def _run(self, scope: Scope, depth: int) -> str | None:
        found = self.one(
            (kind, name)
            for kind, own in self.declared.kinds.items()
            for name, part in own.fields.items()
            if part.type.base == "effect"
        )
        if found is None or scope.loops > 1:
            return None
        kind, name = found
        return f"run {self.formula(kind_type(kind), scope, 1).at(POSTFIX)}.{name}"

    def _call(self, scope: Scope, depth: int) -> str | None:
        found = self.one(self.declared.actions)
        if found is None or scope.loops > 1:
            return None
        action = self.declared.actions[found]
        return f"{found}({self.arguments(action.params, action.defaults, scope, 1)})"

    def _finish(self, scope: Scope, depth: int) -> str:
        return "finish game"

    def _turn_ends(self, scope: Scope, depth: int) -> str:
        return "turn ends"

    def _nothing(self, scope: Scope, depth: int) -> str:
        return "nothing"

    # ------------------------------------------------------------ blocks
    def _may(self, scope: Scope, depth: int) -> str:
        how = self.rng.choice(("", "", "up to ", "any number of times "))
        if how == "up to ":
            how = f"up to {self.small(scope, 1).at(SUM)} times "
        return f"may {how}{self.prompt(scope, 1)}{self._started(scope, depth)}"

    def _started(self, scope: Scope, depth: int) -> str:
        """Return a block that often begins with a cost."""
        if not self.yes(0.5):
            return self.block(scope, depth)
        cost = self._amounts("pay", scope, 1) if self.yes(0.3) else None
        counter = self.counter_of(self.rng.choice(list(self.declared.counters)), scope, 0)
        first = cost or f"pay {self.rng.randint(1, 3)} {counter}"
        return f":\n  {first}\n" + indent(self.effect(scope, depth - 1, 2), "  ")

    def _one_of(self, scope: Scope, depth: int) -> str:
        branches = []
        for number in range(self.rng.randint(1, 3)):
            if self.yes(0.25):
                words = self._gain(scope, 1) if self.yes(0.7) else (self._call(scope, 1) or "nothing")
                branches.append(words)
                continue
            each, known = self._each_of(scope)
            test, inner = self.test(known, 1)
            guard = f" if {test.words}" if self.yes(0.4) else ""
            label = self.prompt(known, 1) if self.yes(0.3) or each else f'"Branch {number}"'
            branches.append(f"{label}{each}{guard}{self._started(inner if guard else known, depth)}")
        prompt = f" {self.prompt(scope, 1)}" if self.yes(0.6) else ""
        return f"one of{prompt}:\n" + indent("\n".join(branches), "  ")

    def _each_of(self, scope: Scope) -> tuple[str, Scope]:
        """Return what makes a branch one option for each item of a list, and the scope in it; often nothing."""
        found = self.any_item()
        if not self.yes(0.25) or found.base not in ("component", "player", "enum"):
            return "", scope
        walked = self.walked(found, scope, 1)
        if walked is None:
            return "", scope
        words, inner = walked
        return f" for each {words}", replace(inner, chance=scope.chance, loops=scope.loops)

    def _for_each(self, scope: Scope, depth: int) -> str | None:
        walked = self.walked(self.any_item(), scope, 1)
        if walked is None or scope.loops > 2:
            return None
        words, inner = walked
        return f"for each {words}{self.block(inner, depth)}"

    def _count_from(self, scope: Scope, depth: int) -> str | None:
        name = self.new_name(scope)
        if name is None or scope.loops > 2:
            return None
        low = self.rng.randint(-1, 2)
        high = f"{low + self.rng.randint(0, 2)}" if self.yes(0.6) else f"{self.small(scope, 1).at(SUM)}"
        return f"for each {name} from {low} to {high}{self.block(scope.bind(name, NUMBER).in_loop(), depth)}"

    def _as_player(self, scope: Scope, depth: int) -> str | None:
        who = self.formula(PLAYER, scope, 1) if self.yes(0.5) else None
        words = (
            who.words if who is not None else self.rng.choice(("players[1]", "players[2]", "turn_order[1]"))
        )
        return f"as {words}{self.block(scope.acting(), depth)}"

    def _as_each(self, scope: Scope, depth: int) -> str | None:
        if scope.loops > 2:
            return None
        walked = self.walked(PLAYER, scope, 1)
        if walked is None:
            return None
        words, inner = walked
        return f"as each {words}{self.block(inner.acting(), depth, 3)}"

    def _repeat(self, scope: Scope, depth: int) -> str | None:
        if scope.loops > 2:
            return None
        times = self.small(scope, 1)
        return f"repeat {times.at(SUM)} times{self.block(scope.in_loop(), depth)}"

    def _while(self, scope: Scope, depth: int) -> str | None:
        if scope.loops > 1:
            return None
        test, inner = self.test(scope, 1)
        fuel = f"game.{self.declared.fuel}"
        body = indent(self.effect(inner.in_loop(), depth - 1, 2), "  ")
        condition = f"{test.at(NOT)} and {fuel} < {self.rng.randint(2, 6)}"
        return f"while {condition}:\n  set {fuel} to {fuel} + 1\n{body}"

    def _if(self, scope: Scope, depth: int) -> str:
        test, inner = self.test(scope, 2)
        words = f"if {test.words}{self.block(inner, depth)}"
        while self.yes(0.25):
            test, inner = self.test(scope, 1)
            words += f"\nelse if {test.words}{self.block(inner, depth)}"
        if self.yes(0.4):
            words += f"\nelse{self.block(scope, depth)}"
        return words


__all__ = ["Effects", "enum_type"]

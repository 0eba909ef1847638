"""A person at the terminal: sees what happened, is asked, and answers by number or by name."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rulewright.cli.output import folded, say, write
from rulewright.cli.overview import overview
from rulewright.interpreter.content.model import Card
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.choices import Unclear, find_option
from rulewright.interpreter.play.transcript import transcript
from rulewright.interpreter.state.decision import UNKNOWN, Choice, Decision

_HELP = """Answer with the number of an option, its name, or the beginning of its name.
  ?       this help
  ? CARD  what a card says and does: `?` with the number of an option, or with the name of any card
  ??      what you see of the game
  Ctrl-D  leave the game; it can be gone on with later
"""
# What people type who want something else than an option, unless an option is called so.
_WISHES = {
    **dict.fromkeys(("q", "quit", "exit", "bye"), "Ctrl-D leaves the game"),
    "undo": "nothing can be taken back",
    "save": "Ctrl-D leaves the game and keeps it",
}
# Python refuses to read numbers of thousands of digits; no question has options by the million.
_LONG = 9


class Left(Exception):
    """The person has left the game."""


class Hand:
    """Shows a match to a person and asks for decisions."""

    def __init__(self, match: Playable, people: Collection[int]) -> None:
        """Begin with nothing told; `people` are the seats of those who sit at the terminal, at least one."""
        self._match = match
        self._people = tuple(people)
        self._told: list[str] = []
        # What was named in one line of a choice of several, and waits for its turn.
        self._named: list[str] = []

    def tell(self) -> None:
        """Write what has happened since the last time, as far as everybody at the terminal may know it."""
        lines = transcript(self._match, *self._people).split("\n")
        if self._match.decision is not None:
            # Whose turn it is, the question itself tells.
            del lines[-3:]
        same = 0
        while same < min(len(lines), len(self._told)) and lines[same] == self._told[same]:
            same += 1
        if lines[same:]:
            write(folded("\n".join(lines[same:]), max(len(name) for name in self._match.names) + 2))
        self._told = lines

    def choose(self) -> int:
        """Ask until an option is chosen; return its position. Raises Left at the end of the input."""
        decision = self._match.decision
        if decision is None:
            raise Left
        if self._named and self._named[0] in decision.ids:
            return decision.ids.index(self._named.pop(0))
        self._named.clear()
        self.tell()
        by_number = not any(id_.lstrip("-").isdigit() for id_ in decision.ids)
        write(self._folded(_options(decision, self._name, self._says, by_number=by_number)))
        while True:
            word = self._ask(decision)
            if word in {"?", "help"}:
                write(_HELP)
            elif word == "??":
                write(overview(self._match, decision.player))
            elif asked := _looked_up(word):
                self._tell_card(decision, asked, by_number=by_number)
            elif word and (several := self._several(decision, word)):
                first, *self._named = several
                return decision.ids.index(first)
            elif word:
                chosen = self._chosen(decision, word, by_number=by_number)
                if chosen is not None:
                    return chosen

    def _folded(self, text: str) -> str:
        return folded(text, 6)

    def _says(self, choice: Choice) -> str:
        """Return what is printed on a component that is offered, and what lies on it; empty for any other option."""
        match = self._match
        component = match.layout.by_id.get(choice.id)
        if component is None or component != choice.value:
            return ""
        card = match.game.cards[match.layout.card_of[component]]
        told: list[str] = []
        if match.game.kinds[card.kind].stated:
            # Many games are played without a question about a card, and English takes long to be read in.
            from rulewright.interpreter.english.cards import Explainer

            told += Explainer(match.game).card(card).sides[0].fields
        decision = match.decision
        view = match.view(decision.player if decision is not None else None)
        for held in view["component_zones"].get(choice.id, {}).values():
            told += [self._name(id_).partition(" ")[2] for id_ in held] if isinstance(held, list) else []
        return "; ".join(told)

    def _name(self, id_: str) -> str:
        """Return an id with the name that is printed on the component, if it is one."""
        layout, cards = self._match.layout, self._match.game.cards
        component = layout.by_id.get(id_)
        return id_ if component is None else f"{id_} {cards[layout.card_of[component]].sides[0].name}"

    def _ask(self, decision: Decision) -> str:
        try:
            return input(f"{self._match.names[decision.player]}> ").strip()
        except EOFError:
            say("")
            raise Left from None

    def _chosen(self, decision: Decision, word: str, *, by_number: bool) -> int | None:
        if by_number and word.isdecimal():
            number = int(word) if len(word) < _LONG else 0
            if 1 <= number <= len(decision.options):
                return number - 1
            say(f"there are options 1 to {len(decision.options)}")
            return None
        found = find_option(self._match, decision, word)
        if isinstance(found, Unclear):
            hint = f" (did you mean {found.suggestion}?)" if found.suggestion is not None else ""
            wish = _WISHES.get(word.casefold())
            say(f"{wish}; `?` helps" if wish is not None else f"{found.message}{hint}; `?` helps")
            return None
        return found

    def _several(self, decision: Decision, word: str) -> list[str]:
        """Return what a line names of a choice of several, in the order in which it is asked; empty where it does not.

        The order in which they are typed does not matter, and neither does whether a later one is offered yet.
        """
        words = word.replace(",", " ").split()
        left = [id_ for id_ in decision.among if id_ not in decision.picked]
        named = [id_ for id_ in left if id_ in words]
        most = decision.most if decision.most >= 0 else len(decision.among)
        whole = len(named) == len(set(words)) and len(decision.picked) + len(named) <= most
        if not named or not whole or (len(words) == 1 and named[0] in decision.ids):
            return []
        if named[0] not in decision.ids or len(decision.picked) + len(named) < decision.least:
            return []
        done = ["done"] if len(decision.picked) + len(named) < most else []
        return [*named, *done] if len(words) > 1 else named

    def _tell_card(self, decision: Decision, word: str, *, by_number: bool) -> None:
        """Write what a card says and does: one that is offered, or any other of the game."""
        if by_number and word.isdecimal() and len(word) < _LONG and 1 <= int(word) <= len(decision.ids):
            word = decision.ids[int(word) - 1]
        card = self._card(word.casefold())
        if card is None:
            near = nearest(word, [card.id for card in self._match.game.cards])
            hint = f" (did you mean {near}?)" if near is not None else ""
            say(f"no card is called {word!r}{hint}")
            return
        # Many games are played without a question about a card, and English takes long to be read in.
        from rulewright.interpreter.english.cards import Explainer

        write("\n".join(Explainer(self._match.game).card(card).lines()))

    def _card(self, word: str) -> Card | None:
        """Return the card that an id, the id of a copy, or a printed name means; None when it means none."""
        layout, cards = self._match.layout, self._match.game.cards
        component = layout.by_id.get(word)
        if component is not None:
            return cards[layout.card_of[component]]
        return next(
            (card for card in cards if word in (card.id, *(side.name.casefold() for side in card.sides))),
            None,
        )


def _looked_up(word: str) -> str:
    """Return the card that a line asks about; empty when it asks about none."""
    for mark in ("?", "explain "):
        if word.startswith(mark) and word != "??":
            return word.removeprefix(mark).strip()
    return ""


def _options(
    decision: Decision, name: Callable[[str], str], says: Callable[[Choice], str], *, by_number: bool
) -> str:
    """Return the options as rows; options that are numbers themselves are not numbered.

    `name` tells what comes later in a choice of several, `says` what stands on an option.
    """
    width = max(len(id_) for id_ in decision.ids)
    digits = len(str(len(decision.options)))
    so_far = f" (so far: {', '.join(decision.picked)})" if decision.picked else ""
    rows = [f"\n{decision.prompt or 'Choose'}{_how_many(decision)}{so_far}"]
    for number, choice in enumerate(decision.options, 1):
        lead = f"  {number:>{digits}}  " if by_number else "  "
        label = "" if choice.label == choice.id else choice.label
        more = says(choice)
        rows.append(f"{lead}{choice.id:<{width}}  {label}".rstrip() + (f"  ({more})" if more else ""))
    later = [id_ for id_ in decision.among if id_ not in decision.ids and id_ not in decision.picked]
    behind = [id_ for id_ in later if _is_behind(decision, id_)]
    if behind:
        rows.append(f"  later: {', '.join(name(id_) for id_ in behind)}")
        rows.append("  (several may be named in one line, in any order)")
    return "\n".join(rows)


def _how_many(decision: Decision) -> str:
    """Return how many are chosen of how many; empty for one of the options."""
    if not decision.among or decision.most == UNKNOWN:
        return ""
    of = f"of {len(decision.among)}"
    if decision.most < 0:
        return f": {'one or more' if decision.least else 'any number'} {of}"
    return f": {decision.most} {of}" if decision.least == decision.most else f": up to {decision.most} {of}"


def _is_behind(decision: Decision, id_: str) -> bool:
    """Say whether something comes later in the list than all that is offered now."""
    last = max(
        (decision.among.index(option) for option in decision.ids if option in decision.among), default=-1
    )
    return decision.among.index(id_) > last

"""Finds the option that a word of a script, or of a person at the terminal, means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.interpreter.findings import nearest
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.decision import Choice, Decision
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.state.naming import id_of_words

_DECLINING = ("pass", "done", "no")
OTHER_ANSWERS = {"true": "yes", "on": "yes", "ok": "yes", "false": "no", "off": "no", "none": "no"}
"""What other languages have for the answers yes and no."""
DONE = "done"
"""The answer that ends a choice of several, a repeated `may` and a window."""
_MOST_LISTED = 60


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why a word means no option: it is illegal, or `ambiguous` between several; `suggestion` is the nearest id."""

    message: str
    ambiguous: bool
    suggestion: str | None


def find_option(match: Playable, decision: Decision, word: str) -> int | Unclear:
    """Return the position of the option that a word means in a decision of this match, or why it means none.

    An exact id comes first, then a unique beginning; upper and lower case are the same. Copies of a card that lie in
    the same place, with the same side up and in the same state, are one option. `no` stands for `pass`, and what a
    `may` asks about, as words with hyphens, for `yes`.
    """
    found = find_options(match, decision, word)
    return found if isinstance(found, Unclear) else found[0]


def find_options(match: Playable, decision: Decision, word: str) -> list[int] | Unclear:
    """Return the positions of all the options that a word means alike, at least one, or why it means none."""
    wanted = word.strip().casefold()
    ids = [choice.id.casefold() for choice in decision.options]
    if wanted in ids:
        return [ids.index(wanted)]
    if wanted == "no" and "pass" in ids:
        return [ids.index("pass")]
    if wanted in _DECLINING:
        return _other_answer(decision, word)
    if "yes" in ids and decision.prompt and wanted == id_of_words(decision.prompt):
        return [ids.index("yes")]
    # The beginning of a number is another number.
    meant = [n for n, id_ in enumerate(ids) if wanted and not wanted.isdigit() and id_.startswith(wanted)]
    exact_card = [n for n in meant if _card_id(match.layout, decision.options[n].id) == wanted]
    meant = exact_card or meant
    if len(meant) == 1 or (meant and _are_alike(match, [decision.options[n].id for n in meant])):
        return meant
    if meant:
        return _ambiguous(match, decision, word, [decision.options[n] for n in meant])
    return _illegal(decision, word)


def out_of_order(decision: Decision, picked: Sequence[str], word: str) -> str | None:
    """Return why a word comes too early or too late in a choice of several; None when that is not what is wrong.

    `picked` are the ids picked there so far. Those of one choice are picked in the order of its list.
    """
    wanted = word.strip().casefold()
    among = decision.among
    meant = [id_ for id_ in among if id_.casefold() == wanted]
    meant = meant or [id_ for id_ in among if wanted and id_.casefold().startswith(wanted)]
    is_open = tuple(picked) == decision.picked
    if not meant or (is_open and meant[0] in decision.ids):
        return None
    found, place = meant[0], among.index(meant[0])
    where = _question(decision)
    if found in picked:
        return f"{found} is picked already at {where}"
    later = [id_ for id_ in picked if among.index(id_) > place]
    if later:
        ordered = ", ".join(sorted((*picked, found), key=among.index))
        return f"{found} comes before {later[0]} in the list of {where}: name them in the order {ordered}"
    offered = [among.index(id_) for id_ in decision.ids if id_ in among]
    if is_open and DONE not in decision.ids and offered and place > max(offered):
        one_of = listed([among[number] for number in offered])
        return f"{found} comes later in the list of {where}: name one of {one_of} before it"
    return None


def difference(closed: Sequence[str], unnamed: Sequence[str]) -> str:
    """Say in words how the options of a decision differ from those that a script names: not open, or not named."""
    parts = []
    if closed:
        parts.append(f"{listed(closed)} cannot be chosen")
    if unnamed:
        parts.append(f"{listed(unnamed)} can be chosen too")
    return " and ".join(parts)


def listed(ids: Sequence[str]) -> str:
    """Return ids as a list for a message; a very long one is cut."""
    shown = ", ".join(ids[:_MOST_LISTED])
    return f"{shown} and {len(ids) - _MOST_LISTED} more" if len(ids) > _MOST_LISTED else shown


def _card_id(layout: Layout, id_: str) -> str:
    """Return the id of the card that a component is a copy of; the id itself when there is no such component."""
    component = layout.by_id.get(id_)
    return id_ if component is None else layout.game.cards[layout.card_of[component]].id


def _are_alike(match: Playable, ids: Sequence[str]) -> bool:
    """Say whether these options are copies of one card between which nothing makes a difference."""
    layout, values = match.layout, match.state.v
    components = [layout.by_id.get(id_, -1) for id_ in ids]
    if -1 in components:
        return False
    states = match.game.kinds[layout.kind_of[components[0]]].state
    alike = {
        (
            layout.card_of[component],
            values[layout.at + component],
            values[layout.face + component],
            values[layout.owner + component],
            *(values[layout.state_slot(component, name)] for name in states),
        )
        if layout.kind_of[component] == layout.kind_of[components[0]]
        else (component,)
        for component in components
    }
    return len(alike) == 1


def _ambiguous(match: Playable, decision: Decision, word: str, meant: Sequence[Choice]) -> Unclear:
    ids = [choice.id for choice in meant]
    same_card = len({_card_id(match.layout, id_) for id_ in ids}) == 1
    why = "; these copies differ in place, side or state, so say which" if same_card else ""
    message = f"{word!r} may mean {listed(ids)} at {_question(decision)}{why}"
    return Unclear(message, ambiguous=True, suggestion=None)


def _other_answer(decision: Decision, word: str) -> Unclear:
    """Say which word declines instead of the one that was given."""
    right = next((id_ for id_ in decision.ids if id_ in _DECLINING), None)
    if right is None:
        return _illegal(decision, word)
    way = "`done` ends it" if right == DONE else "`pass`, or `no`, declines it"
    message = f"{word!r} is no answer at {_question(decision)}: {way}"
    return Unclear(message, ambiguous=False, suggestion=right)


def _illegal(decision: Decision, word: str) -> Unclear:
    slip = out_of_order(decision, decision.picked, word)
    if slip is not None:
        return Unclear(slip, ambiguous=False, suggestion=None)
    message = f"{word!r} cannot be chosen at {_question(decision)}; legal are {listed(decision.ids)}"
    answer = OTHER_ANSWERS.get(word.casefold())
    fits = answer in decision.ids or (answer == "no" and "pass" in decision.ids)
    return Unclear(message, ambiguous=False, suggestion=answer if fits else nearest(word, decision.ids))


def _question(decision: Decision) -> str:
    return f"{decision.prompt!r}" if decision.prompt else "this choice"

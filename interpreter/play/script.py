"""Reads a playthrough file into cases: who plays what from which position, and the moves, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.bots.kinds import BOT_KINDS
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.records import record
from rulewright.interpreter.schema import check_shape
from rulewright.interpreter.source import (
    Entry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    parse_yaml,
    read_yaml,
)

STEP_WORDS = ("expect", "then", "asked", "legal", "not legal", "chance", "bots", "note")
UNUSED = "unused"
"""Stands for the digest of a card that is in the game and had no part in a match."""

UNUSED_CARDS = "unused cards"
"""The key of `content:` below which a recording names all of these; no card is called so."""

_OF_SCRIPTS = ("moves", "cases", "given", "seed", "stop")
_OF_CONTENT = {
    "cards": ("kind",),
    "rules": (
        "kinds", "actions", "phases", "windows", "values", "enums", "counters", "zones", "rounds", "components",
    ),
}  # fmt: skip
_BOTS = re.compile(
    r"(?P<kind>\w+)"
    r"(?:\s+(?:until\s+(?:phase\s+(?P<phase>\S+)|round\s+(?P<round>\d{1,6})|(?P<end>the\s+end))"
    r"|for\s+(?P<count>\d{1,6})\s+decisions?))?"
)


@record
class Word:
    """A word of a script and its place."""

    text: str
    span: Span


@record
class Setting:
    """A name and the value that the script gives it."""

    name: Word
    value: Word


@record
class Move:
    """One or several decisions of a player in a row."""

    player: Word
    words: tuple[Word, ...]

    @property
    def span(self) -> Span:
        """The place of the player's name."""
        return self.player.span


@record
class Expect:
    """A formula that must hold: at the next question, or, when `then`, directly behind the choice before it."""

    formula: ScalarNode
    span: Span
    then: bool = False


@record
class Asked:
    """Who must be asked at this moment, and how the question begins; None when the script does not say."""

    player: Word
    question: Word | None
    span: Span


@record
class Legal:
    """What can be chosen at this moment: exactly these options, or, when `excluded`, none of them.

    `player` is whose decision it must be; None when the script does not say.
    """

    player: Word | None
    words: tuple[Word, ...]
    excluded: bool
    span: Span


@record
class Goal:
    """How far bots play: until a phase begins, until a round begins, to the end, or for a number of decisions.

    `kind` is phase, round, end or decisions; `name` is the phase, `number` the round or how many decisions.
    """

    kind: str
    name: str = ""
    number: int = 0

    def __str__(self) -> str:
        words = {"phase": f"until phase {self.name}", "round": f"until round {self.number}"}
        return words.get(self.kind, "until the end" if self.kind == "end" else f"for {self.number} decisions")


@record
class Bots:
    """An order to bots of one kind to play for everybody."""

    kind: str
    goal: Goal
    span: Span


@record
class Note:
    """A remark for the reader; it is shown in the transcript."""

    text: str
    span: Span


@record
class Stated:
    """What chance gives to one name: a random number of the rules, or the next components of a zone, in order."""

    name: Word
    words: tuple[Word, ...]


@record
class Chance:
    """What chance gives, by names, in the set-up or behind the choice that stands before."""

    stated: tuple[Stated, ...]
    span: Span


Step = Move | Expect | Asked | Legal | Chance | Bots | Note


@record
class Case:
    """One playthrough. `name` is empty when the file holds only this one.

    `players` are names, or a number when only their number is stated, or None. `stop` allows an open prompt at the end.
    `content` are the digests, by id, of the cards that were used when it was recorded; `chance` says how chance was
    drawn then, None where it does not say.
    """

    name: str
    about: str
    game: Word
    packs: tuple[Word, ...]
    players: tuple[Word, ...] | int | None
    players_span: Span
    seed: int
    options: tuple[Setting, ...]
    given: MappingNode | None
    steps: tuple[Step, ...]
    stop: bool
    content: dict[str, str]
    content_span: Span
    chance: Word | None
    span: Span


def states_chance(case: Case) -> bool:
    """Say whether a case says anywhere what chance gives."""
    return any(isinstance(step, Chance) for step in case.steps)


@record
class Script:
    """A playthrough file: one case, or several that share its head."""

    file: str
    path: Path
    cases: tuple[Case, ...]


def read_script(
    path: Path, shown_as: str, findings: Findings, *, unsaved: str | None = None
) -> Script | None:
    """Read a playthrough file; None, with findings, when it cannot be understood.

    `shown_as` is the file's name in findings; `unsaved` is a text that stands for the file's own, as an editor has it.
    What needs the game (moves, formulas, positions) is not checked here.
    """
    before = len(findings)
    node = read_yaml(path, shown_as, findings) if unsaved is None else parse_yaml(unsaved, shown_as, findings)
    if node is None or _is_content(node, findings) or not check_shape(node, "playthrough", findings):
        return None
    cases = tuple(_cases(node, findings))
    if len(findings) > before:
        return None
    return Script(shown_as, path, cases)


def _is_content(node: MappingNode, findings: Findings) -> bool:
    """Whether a file is no playthrough but belongs to a game's content, which is found at the key that tells."""
    if any(node.get(key) is not None for key in _OF_SCRIPTS):
        return False
    for sort, keys in _OF_CONTENT.items():
        told = next((entry.key for entry in node.entries if entry.key.text in keys), None)
        if told is not None:
            message = (
                f"a file with `{told.text}` is one of {sort}, no playthrough: it belongs in {sort}/GAME/"
            )
            findings.add("RW101", told.span, message)
            return True
    return False


def _cases(node: MappingNode, findings: Findings) -> Iterator[Case]:
    entry = node.entry("cases")
    if entry is None or not isinstance(entry.value, SequenceNode):
        yield _Reader(node, None, findings).case()
        return
    seen: dict[str, Span] = {}
    for item in entry.value.items:
        if not isinstance(item, MappingNode):
            continue
        case = _Reader(item, node, findings).case()
        if case.name in seen:
            message = f"two cases are named {case.name!r}; the first is in line {seen[case.name].line}"
            findings.add("RW110", case.span, message)
        seen.setdefault(case.name, case.span)
        yield case


class _Reader:
    """Reads one case; keys that it lacks are taken from the head of the file."""

    def __init__(self, node: MappingNode, head: MappingNode | None, findings: Findings) -> None:
        self.node = node
        self.head = head
        self.findings = findings

    def get(self, key: str) -> Node | None:
        own = self.node.get(key)
        return own if own is not None or self.head is None else self.head.get(key)

    def text(self, key: str, default: str = "") -> str:
        value = self.get(key)
        return value.text if isinstance(value, ScalarNode) else default

    def case(self) -> Case:
        name = self.node.get("name")
        game = self.get("game")
        given = self.get("given")
        players = self.get("players")
        content, chance = self.get("content"), self.get("chance")
        if not isinstance(game, ScalarNode):
            self.findings.add(
                "RW102", self.node.span, "the playthrough does not say which game it plays: `game: NAME`"
            )
        return Case(
            name=name.text if isinstance(name, ScalarNode) and self.head is not None else "",
            about=self.text("about"),
            game=_word(game) if isinstance(game, ScalarNode) else Word("", self.node.span),
            packs=_words(packs) if isinstance(packs := self.get("packs"), SequenceNode) else (),
            players=_players(players),
            players_span=players.span if players is not None else self.node.span,
            seed=int(self.text("seed", "0")),
            options=_settings(self.get("options")) + _settings(_inner(given, "options")),
            given=given if isinstance(given, MappingNode) else None,
            steps=tuple(self._steps(self.get("moves"))),
            stop=self.text("stop") == "yes",
            content=_content(_settings(content)),
            content_span=content.span if content is not None else self.node.span,
            chance=_word(chance) if isinstance(chance, ScalarNode) else None,
            span=name.span if name is not None else self.node.span,
        )

    def _steps(self, moves: Node | None) -> Iterator[Step]:
        if not isinstance(moves, SequenceNode):
            return
        for item in moves.items:
            if isinstance(item, MappingNode) and len(item.entries) == 1:
                step = self._step(item.entries[0].key, item.entries[0].value)
                if step is not None:
                    yield step
            else:
                self.findings.add("RW107", item.span, "one move is wanted here, such as `- NAME: choice`")

    def _step(self, key: ScalarNode, value: Node) -> Step | None:
        if key.text not in STEP_WORDS:
            return Move(_word(key), _words(value))
        if key.text in ("legal", "not legal"):
            return self._legal(key, value)
        if key.text == "asked":
            return self._asked(key, value)
        if key.text == "chance":
            return self._chance(key, value)
        if not isinstance(value, ScalarNode):
            self.findings.add("RW103", value.span, f"a text is wanted behind `{key.text}:`")
            return None
        if key.text in ("expect", "then"):
            return Expect(value, value.span, key.text == "then")
        if key.text == "note":
            return Note(value.text.strip(), value.span)
        return self._bots(value)

    def _legal(self, key: ScalarNode, value: Node) -> Legal | None:
        player = None
        if isinstance(value, MappingNode):
            entry = self._only_player(value, "{NAME: [choices]}")
            if entry is None:
                return None
            player, value = _word(entry.key), entry.value
        return Legal(player, _words(value), key.text == "not legal", key.span)

    def _chance(self, key: ScalarNode, value: Node) -> Chance | None:
        if not isinstance(value, MappingNode):
            self.findings.add(
                "RW103", value.span, "names with what chance gives them are wanted: `{NAME: value}`"
            )
            return None
        stated = tuple(Stated(_word(entry.key), _words(entry.value)) for entry in value.entries)
        return Chance(stated, key.span)

    def _asked(self, key: ScalarNode, value: Node) -> Asked | None:
        if isinstance(value, ScalarNode):
            return Asked(_word(value), None, key.span)
        entry = self._only_player(value, "{NAME: question}") if isinstance(value, MappingNode) else None
        if entry is None or not isinstance(entry.value, ScalarNode):
            return None
        return Asked(_word(entry.key), _word(entry.value), key.span)

    def _only_player(self, value: MappingNode, form: str) -> Entry | None:
        if len(value.entries) != 1:
            self.findings.add("RW107", value.span, f"one player is wanted here: `{form}`")
            return None
        return value.entries[0]

    def _bots(self, value: ScalarNode) -> Bots | None:
        found = _BOTS.fullmatch(value.text.strip())
        if found is None:
            wanted = "`random`, `greedy until phase NAME`, `random until round 4`, `random for 10 decisions`"
            self.findings.add(
                "RW512", value.span, f"this order to bots is not understood; wanted is one like {wanted}"
            )
            return None
        kind = found["kind"]
        if kind not in BOT_KINDS:
            message = f"there are no bots of the kind {kind!r}; there are {', '.join(BOT_KINDS)}"
            self.findings.add("RW512", value.place(0, len(kind)), message, nearest(kind, BOT_KINDS))
            return None
        return Bots(kind, _goal(found), value.span)


def _goal(found: re.Match[str]) -> Goal:
    if found["phase"]:
        return Goal("phase", name=found["phase"])
    if found["round"]:
        return Goal("round", number=int(found["round"]))
    if found["count"]:
        return Goal("decisions", number=int(found["count"]))
    return Goal("end")


def _word(node: ScalarNode) -> Word:
    return Word(node.text.strip(), node.span)


def _words(value: Node) -> tuple[Word, ...]:
    if isinstance(value, SequenceNode):
        return tuple(_word(item) for item in value.items if isinstance(item, ScalarNode))
    return (_word(value),) if isinstance(value, ScalarNode) else ()


def _players(node: Node | None) -> tuple[Word, ...] | int | None:
    if isinstance(node, SequenceNode):
        return _words(node)
    return int(node.text) if isinstance(node, ScalarNode) else None


def _settings(node: Node | None) -> tuple[Setting, ...]:
    if not isinstance(node, MappingNode):
        return ()
    pairs = ((entry.key, entry.value) for entry in node.entries)
    return tuple(Setting(_word(key), _word(value)) for key, value in pairs if isinstance(value, ScalarNode))


def _content(settings: tuple[Setting, ...]) -> dict[str, str]:
    """Return the digests of a recording, with each card that it did not use."""
    found = {each.name.text: each.value.text for each in settings}
    return found | dict.fromkeys(found.pop(UNUSED_CARDS, "").split(), UNUSED)


def _inner(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MappingNode) else None

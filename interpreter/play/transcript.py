"""The journal of a match as a text that a person enjoys reading: set-up, rounds, phases, decisions, final scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter.journal.events import (
    Decided,
    EndingBegan,
    Event,
    Finished,
    PhaseBegan,
    RoundBegan,
)
from rulewright.interpreter.knowledge.sight import Sight
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.rows import Remark, Row
from rulewright.interpreter.play.scores import FinalScores
from rulewright.interpreter.play.standing import Standing
from rulewright.interpreter.play.story import Story
from rulewright.interpreter.play.wording import Wording, default_word
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.limits import written
from rulewright.interpreter.state.program import all_blocks


def transcript(match: Playable, *players: int | None, remarks: Sequence[Remark] = ()) -> str:
    """Return the journal of a match as text: UTF-8, every line ends with a line feed, the same for the same match.

    With `players`, seats or None for a watcher, only what all of these may know is told; without, everything is. A
    match without a journal gives its head and its end alone. `remarks` are told where they stand.
    """
    return "".join(f"{row.text}\n" for row in transcript_rows(match, *players, remarks=remarks))


def transcript_rows(
    match: Playable,
    *players: int | None,
    journal: Sequence[Event] | None = None,
    remarks: Sequence[Remark] = (),
) -> list[Row]:
    """Return the rows of the transcript, each with what caused it; headings are caused by what they announce.

    `journal` is told in place of the match's own, where somebody has found out more about its causes.
    """
    return list(_Writer(match, players, journal, remarks).rows())


class _Writer:
    """Writes one transcript."""

    def __init__(
        self,
        match: Playable,
        players: tuple[int | None, ...],
        journal: Sequence[Event] | None,
        remarks: Sequence[Remark],
    ) -> None:
        self.match = match
        self.journal = journal
        self.remarks = list(remarks)
        self.players = players
        self.words = Wording(match, to_all=not players)
        self.story = Story(self.words, match.game)
        self.headings: list[Row] = []

    def rows(self) -> Iterator[Row]:
        yield from self._head()
        events = self.journal if self.journal is not None else self.match.told(*self.players)
        start = _start(events)
        yield from self._set_up(events[:start])
        for number, event in enumerate(events[start:], start):
            self._note(number)
            yield from self._event(event)
        self._note(len(events))
        yield from self._section()
        if not self.match.over:
            yield from self._open_end()

    def _note(self, number: int) -> None:
        """Tell the notes that stand before an event."""
        while self.remarks and self.remarks[0].behind <= number:
            self.story.note(self.remarks.pop(0).text)

    def _head(self) -> Iterator[Row]:
        match = self.match
        yield Row(f"{match.game.title}: {', '.join(match.names)} (seed {match.seed})")
        for name, value in match.options.items():
            option = match.game.options[name]
            if value != default_word(option):
                yield Row(f"{option.title}: {value}")

    # ---------------------------------------------------------------- sections
    def _event(self, event: Event) -> Iterator[Row]:
        match event:
            case RoundBegan(round=number, title=title):
                yield from self._section()
                heading = f"Round {number}: {title}" if title else f"Round {number}"
                self.headings = _heading(heading, "=", event)
            case PhaseBegan(title=title):
                yield from self._section()
                # A phase in which nothing happens gives way to the next; its round stays.
                self._drop_phase()
                self.headings += _heading(title, "-", event)
            case EndingBegan(early=early):
                yield from self._section()
                heading = "The end of the game" + (", before its last round" if early else "")
                self.headings = _heading(heading, "=", event)
            case Finished():
                yield from self._section()
                yield from self._scores(event)
            case _:
                self.story.take(event)

    def _drop_phase(self) -> None:
        if len(self.headings) >= 3 and self.headings[-1].text.startswith("-"):
            del self.headings[-3:]

    def _section(self) -> Iterator[Row]:
        """Yield the lines of the section that ends, below its headings; nothing when nothing happened."""
        rows = list(self.story.finish())
        if rows:
            yield from self.headings
            self.headings = []
            yield from rows

    def _open_end(self) -> Iterator[Row]:
        decision = self.match.decision
        yield Row("")
        if decision is None:
            yield Row("The game stopped here.")
        else:
            yield Row(f"Next is {self.match.names[decision.player]}{_asked(decision)}")

    def _scores(self, event: Finished) -> Iterator[Row]:
        yield from _heading("Final scores", "=", event)
        why = (event.where,)
        names = self.match.names
        width = max(len(name) for name in names)
        shown = ["-" if score is None else written(score) for score in event.scores]
        digits = max(len(score) for score in shown)
        order = sorted(range(len(names)), key=lambda seat: _rank(event, seat))
        made = FinalScores(self.match, self.words)
        for seat in order:
            unranked = event.scores[seat] is None
            reason = made.why_unranked(seat) if unranked else made.parts(seat)
            remark = (
                f"  not ranked{f': {reason}' if reason else ''}"
                if unranked
                else f"  = {reason}"
                if reason
                else ""
            )
            yield Row(f"{names[seat]:<{width}}  {shown[seat]:>{digits}}{remark}", why)
        if None in event.scores:
            yield Row(self._only_ranked(), why)
        winners = [names[seat] for seat in event.winners]
        if not winners:
            yield Row("Nobody wins.", why)
        elif len(winners) == 1:
            (first,) = event.winners
            tied = [
                seat
                for seat, score in enumerate(event.scores)
                if score == event.scores[first] and seat != first
            ]
            by = made.tie_break(first, tied)
            yield Row(f"{winners[0]} wins{f' the tie by {by}' if by else ''}.", why)
        else:
            all_ = f"{', '.join(winners[:-1])} and {winners[-1]}"
            yield Row(f"{all_} win together." if self._together() else f"{all_} share the victory.", why)

    def _together(self) -> bool:
        """Say whether several winners are no tie."""
        return self.match.game.won is not None or self.match.game.team is not None

    def _only_ranked(self) -> str:
        # Most games end without it, and English takes long to be read in.
        from rulewright.interpreter.english.ranked import who_is_ranked

        return who_is_ranked(self.match.game)

    # ---------------------------------------------------------------- set-up
    def _set_up(self, told: Sequence[Event]) -> Iterator[Row]:
        """Yield what was decided before the first round, and how things stand then.

        Of a stated position only what it states is told: the rest is the set-up's, and beside the point.
        """
        to_all = not self.players
        ordered = any(
            isinstance(node, c.TurnOrder) for block in all_blocks(self.match.game) for node in nodes(block)
        )
        set_up = Standing(self.words, self._sight(), to_all=to_all, usual_order=ordered)
        stated = Standing(self.words, self._sight(), to_all=to_all, by_name=to_all)
        is_stated = False
        for event in told:
            if isinstance(event, Decided):
                self.story.take(event)
        # How things stand is reckoned from all that happened, and tells what is seen in the end.
        events = self.match.journal
        for event in events[: _start(events)]:
            set_up.take(event)
            if event.where.rule == "given":
                stated.take(event)
                is_stated = True
        tops = next((dict(event.tops) for event in events if isinstance(event, RoundBegan)), {})
        body = [*self.story.finish(), *(stated if is_stated else set_up).rows(tops)]
        if body:
            yield from _heading("Stated position" if is_stated else "Set-up", "=")
            yield from body

    def _sight(self) -> Sight:
        return Sight(self.match.game, self.match.layout, self.players or (None,))


def _asked(decision: Decision) -> str:
    """Return what somebody is asked, and of how many."""
    if not decision.prompt:
        return ""
    if "yes" in decision.ids:
        return f": {decision.prompt}?"
    return f": {decision.prompt.rstrip(' :')} ... ({len(decision.options)} options)"


def _start(events: Sequence[Event]) -> int:
    """Return where the set-up ends."""
    return next((i for i, event in enumerate(events) if _begins_play(event)), len(events))


def _heading(text: str, line: str, event: Event | None = None) -> list[Row]:
    return [Row(""), Row(text, (event.where,) if event is not None else ()), Row(line * len(text))]


def _begins_play(event: Event) -> bool:
    return isinstance(event, RoundBegan | PhaseBegan | EndingBegan | Finished)


def _rank(event: Finished, seat: int) -> tuple[bool, int, int]:
    score = event.scores[seat]
    return (seat not in event.winners, -score if score is not None else 10**12, seat)

"""The command `graph`: the rounds, phases and windows of a game as a drawing in Mermaid or DOT text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.cli.output import GraphFormat, write
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Game, Phase, RoundKind, Window
from rulewright.interpreter.english.course import course_of, windows_in


def run(name: str, form: GraphFormat, where: Where) -> None:
    """Write the graph of a game."""
    game = game_of(games_of(where), name)
    pen = _Mermaid() if form is GraphFormat.MERMAID else _Dot()
    write("\n".join(pen.drawing(_Graph(game))))


class _Graph:
    """The boxes and arrows of one game, whatever they are drawn with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.course = course_of(game)
        self.kinds = [kind for kind in game.round_kinds if kind.phases]
        # What a node is for, by the word it has in the drawing; the first ones are drawn by their words.
        self._words: dict[str, tuple[str, ...]] = {word: (word,) for word in ("start", "ending", "anytime")}

    def node(self, *names: str) -> str:
        """Return the word for what has these names: letters, digits and `_` only, and no other's word.

        Names of what is in no round have an empty one before them.
        """
        plain = "__".join(name.replace("-", "_") for name in names if name)
        word, number = plain, 2
        while self._words.setdefault(word, names) != names:
            word, number = f"{plain}__{number}", number + 1
        return word

    def phases(self, kind: RoundKind) -> list[tuple[str, str]]:
        """Return the nodes of the phases of a kind of round with their titles."""
        return [(self.node(kind.name, name), _phase_title(self.game.phases[name])) for name in kind.phases]

    def windows(self, kind: RoundKind) -> Iterator[tuple[str, str, str]]:
        """Yield for each window of each phase the phase's node, a node for the window, and its title."""
        for phase in kind.phases:
            for window in windows_in(self.game, self.game.phases[phase].body):
                yield self.node(kind.name, phase), self.node(kind.name, phase, window), self._title(window)

    def ending_windows(self) -> list[tuple[str, str]]:
        """Return the windows of the ending, with their titles."""
        found = windows_in(self.game, self.game.ending)
        return [(self.node("", "ending", window), self._title(window)) for window in found]

    def anytime(self) -> list[tuple[str, str]]:
        """Return the windows that open by themselves, with their titles."""
        found = [window for window in self.game.windows.values() if window.opens]
        return [(self.node("", "anytime", window.name), _title(window)) for window in found]

    def arrows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the arrows between phases, from node to node, with a label or none."""
        for kind in self.kinds:
            names = [node for node, _ in self.phases(kind)]
            yield from ((one, two, "") for one, two in pairwise(names))
        if self.course.first is not None:
            yield "start", self._first(self.course.first), ""
        for step in self.course.steps:
            rounds = ", ".join(str(number) for number in step.rounds)
            yield self._last(step.before), self._first(step.after), f"after round {rounds}"
        if self.course.last is not None:
            when = "when the rounds are over" if self.game.must_end else f"after round {self.game.last_round}"
            yield self._last(self.course.last), "ending", when

    def _first(self, kind: RoundKind) -> str:
        return self.node(kind.name, kind.phases[0])

    def _last(self, kind: RoundKind) -> str:
        return self.node(kind.name, kind.phases[-1])

    def _title(self, window: str) -> str:
        return _title(self.game.windows[window])


def _phase_title(phase: Phase) -> str:
    return f"{phase.title or phase.name}{' (secret)' if phase.secret else ''}"


def _title(window: Window) -> str:
    params = ", ".join(param.name.replace("_", " ") for param in window.params)
    return f"{window.title or window.name}{f' ({params})' if params else ''}"


def _round_title(kind: RoundKind) -> str:
    numbers = ", ".join(str(number) for number in kind.rounds)
    return (
        f"{kind.title or 'Every'} round: {numbers}"
        if len(kind.rounds) > 1
        else f"{kind.title or 'The'} round"
    )


class _Mermaid:
    """Draws with Mermaid, which GitHub shows."""

    def drawing(self, graph: _Graph) -> Iterator[str]:
        """Yield the lines of the drawing."""
        yield "flowchart TD"
        yield '  start(["Set-up"])'
        for kind in graph.kinds:
            yield f"  subgraph {graph.node('round', kind.name)}[{_quoted(_round_title(kind))}]"
            for node, title in graph.phases(kind):
                yield f"    {node}[{_quoted(title)}]"
            for phase, node, title in graph.windows(kind):
                yield f"    {node}({_quoted(title)})"
                yield f"    {phase} -.- {node}"
            yield "  end"
        yield '  ending(["Ending"])'
        for node, title in graph.ending_windows():
            yield f"  {node}({_quoted(title)})"
            yield f"  ending -.- {node}"
        if graph.anytime():
            yield '  subgraph anytime["Whenever it happens"]'
            for node, title in graph.anytime():
                yield f"    {node}({_quoted(title)})"
            yield "  end"
        for one, two, label in graph.arrows():
            yield f"  {one} -->|{_quoted(label)}| {two}" if label else f"  {one} --> {two}"


class _Dot:
    """Draws with DOT, for Graphviz."""

    def drawing(self, graph: _Graph) -> Iterator[str]:
        """Yield the lines of the drawing."""
        yield f"digraph {_quoted(graph.game.id)} {{"
        yield "  node [shape=box];"
        yield '  start [label="Set-up", shape=oval];'
        yield '  ending [label="Ending", shape=oval];'
        for kind in graph.kinds:
            yield f"  subgraph {_quoted('cluster_' + kind.name)} {{"
            yield f"    label={_quoted(_round_title(kind))};"
            for node, title in graph.phases(kind):
                yield f"    {node} [label={_quoted(title)}];"
            for phase, node, title in graph.windows(kind):
                yield f"    {node} [label={_quoted(title)}, style=rounded];"
                yield f"    {phase} -> {node} [style=dotted, dir=none];"
            yield "  }"
        for node, title in graph.ending_windows():
            yield f"  {node} [label={_quoted(title)}, style=rounded];"
            yield f"  ending -> {node} [style=dotted, dir=none];"
        if graph.anytime():
            yield "  subgraph cluster_anytime {"
            yield '    label="Whenever it happens";'
            for node, title in graph.anytime():
                yield f"    {node} [label={_quoted(title)}, style=rounded];"
            yield "  }"
        for one, two, label in graph.arrows():
            yield f"  {one} -> {two}{f' [label={_quoted(label)}]' if label else ''};"
        yield "}"


def _quoted(text: str) -> str:
    """Return a label in quotes; quotes inside become those of the other sort, which both languages show as they are."""
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'

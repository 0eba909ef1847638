"""Content written to hang or to eat memory ends with a fault: everywhere at the same line, soon, in little room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

from rulewright.interpreter.state.errors import NeverEnds
from tests.machines import open_on
from tests.one_meaning.tiny import FIRST_LINE, MAIN, codes, files, scores, tiny, write

ROOT = Path(__file__).parents[2]
RULES = "rules/tiny/game.yaml"
PATIENCE = 120
"""Seconds after which a test gives up waiting: many times what it takes on a machine that has nothing else to do."""


def alone(machine: str, root: Path, main: str, head: str = "") -> dict:
    """Play a game in a process of its own, which may take only so long, and return how it came out."""
    tiny(main, head)
    write(files(main, head), root)
    command = [sys.executable, Path(__file__).with_name("alone.py"), machine, root]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "package", ROOT)))},
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return json.loads(done.stdout)


VALUES = "values:\n  v0: {is: round}\n" + "".join(
    f"  v{n}: {{is: v{n - 1}() + v{n - 1}()}}\n" for n in range(1, 40)
)
LISTS = "let l0 = pegs\n" + "".join(f"let l{n} = l{n - 1} + l{n - 1}\n" for n in range(1, 41))
LONG = (
    "let few = pegs + pegs + pegs + pegs\n"
    "let many = few + few + few + few + few + few + few + few\n"
    "let long = many + many + many + many\n"
)
HUNGRY = {
    "loops within loops": ("repeat 1000 times:\n  repeat 1000 times: gain 1 score", "", MAIN, 3),
    "a loop without end around a long one": ("while me.coins > 0:\n  repeat 50000 times: nothing", "", MAIN, 3),
    "nothing for ever": ("while yes:\n  nothing", "", MAIN, 2),
    "a long range": ("for each n from 1 to 1000000000: nothing", "", MAIN, 2),
    "a long range of turns": ("repeat 1000000000 times: nothing", "", MAIN, 2),
    "values that double": ("gain v39() score", VALUES, RULES, None),
    "lists that double": (LISTS + "gain count(l40) score", "", MAIN, None),
    "lists within lists": (
        LONG + "for each x in long:\n  for each y in long:\n    for each z in long: gain 1 score", "", MAIN, None
    ),
    "a formula through lists of lists": (
        LONG + "gain sum(sum(sum(count(u in many where u.suit == z.suit) for each z in many) for each y in many)"
        " for each x in many) score", "", MAIN, 5
    ),
    "formulas in a loop": ("while yes:\n  gain count(x in pegs where x.suit == sun) luck", "", MAIN, 3),
    "actions in a loop": ("while yes:\n  go()", 'actions: {go: {text: t, do: "gain 1 luck"}}', MAIN, None),
    "effects in a loop": ("while yes:\n  run crate.deed", "", MAIN, None),
    "moves in a loop": ("while yes:\n  move all pegs to pile\n  move all pegs to deck", "", MAIN, None),
    "shuffles in a loop": ("while yes:\n  shuffle deck", "", MAIN, 2),
    "draws in a loop": ("while yes:\n  move all pegs to pile\n  draw 2 from deck to me.hand", "", MAIN, None),
    "items sought in long lists": (LONG + "while count(x in long where x in long) > 0: nothing", "", MAIN, 5),
    "a choice tried for many answers": (
        'while yes:\n  may "x":\n    choose n from 1 to 9000\n    pay n + 9 coins\n    gain 1 score', "", MAIN, None
    ),
}  # fmt: skip


# Each takes a process of its own some seconds of work, so most of them are left to the slow tests.
AT_ONCE = ("nothing for ever", "lists that double")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in AT_ONCE else pytest.mark.slow) for name in HUNGRY]
)
def test_what_never_ends_is_told_soon_and_in_little_room(machine, tmp_path, name):
    main, head, file, line = HUNGRY[name]
    outcome = alone(machine, tmp_path, main, head)
    assert outcome["fault"] == "NeverEnds"
    assert outcome["file"] == file
    if line is not None:
        assert outcome["line"] == FIRST_LINE + line - 1
    assert outcome["megabytes"] < 500


def test_lists_that_double_behind_a_question_are_told_as_well(machine, tmp_path):
    main = 'may "Go on?":\n' + "".join(
        f"  {line}\n" for line in (LISTS + "gain count(l40) score").split("\n")
    )
    outcome = alone(machine, tmp_path, main)
    assert outcome["fault"] == "NeverEnds"
    assert outcome["megabytes"] < 500


# ---------------------------------------------------------------- what is heavy, but ends
@pytest.mark.parametrize(
    ("main", "wanted"),
    [
        ("repeat 20000 times: gain 1 score", 20000),
        ("repeat 100 times:\n  repeat 100 times: gain 1 score", 10000),
        ("for each n from 1 to 30000: gain 1 score", 30000),
        ("let few = pegs + pegs\nfor each x in few + few + few:\n  repeat 1000 times: gain 1 score", 12000),
    ],
)
def test_what_is_heavy_and_ends_is_carried_out(machine, main, wanted):
    assert scores(machine, main) == [wanted, 0]


# ---------------------------------------------------------------- how deep it may go
def values(length: int, formula: str) -> str:
    """Values that ask for one another, each by a formula."""
    own = "".join(f"  v{n}: {{is: {formula.format(f'v{n - 1}()')}}}\n" for n in range(1, length + 1))
    return "values:\n  v0: {is: 1}\n" + own


@pytest.mark.parametrize("length", [10, 49])
def test_values_may_ask_for_one_another_many_times_over(machine, length):
    assert scores(machine, f"gain v{length}() score", values(length, "{} + 1")) == [length + 1, 0]


@pytest.mark.parametrize("length", [55, 100, 200, 600])
def test_a_longer_chain_of_values_is_a_finding_at_the_first_that_is_too_deep(length):
    assert codes(f"gain v{length}() score", values(length, "{} + 1")) == ["RW232"]


@pytest.mark.parametrize(
    "formula", ["max({}, 0)", "sum({} for each x in pegs)", "{} if yes\n      0 otherwise"]
)
def test_a_chain_is_as_deep_as_its_formulas(formula):
    text = "|\n      " + formula if "\n" in formula else formula
    head = "values:\n  v0: {is: 1}\n" + "".join(
        f"  v{n}:\n    is: {text.format(f'v{n - 1}()')}\n" for n in range(1, 100)
    )
    assert codes("gain v99() score", head) == ["RW232"]


def test_changes_of_values_count_as_well():
    rows = ", ".join(f"{{value: v{n}(player), add: v{n - 1}(player) + 1}}" for n in range(1, 61))
    head = (
        "enums: -\nkinds: {peg: {all: pegs, active in: [hand]}}\n"
        f"components: {{peg: {{ace: {{changes: [{rows}]}}}}}}\n"
        "values:\n" + "".join(f"  v{n}(player): {{is: 1}}\n" for n in range(61))
    )
    assert codes("gain v60(me) score", head) == ["RW232"]


# ---------------------------------------------------------------- the moment at which it is told
def doubled(length: int) -> str:
    """Lists `l0`, `l1` and so on, each twice as long as the one before."""
    return "let l0 = pegs\n" + "".join(f"let l{n} = l{n - 1} + l{n - 1}\n" for n in range(1, length + 1))


ASKED = {
    "what leads a may": 'may "x":\n' + indent(f"{doubled(39)}gain 1 score", "  "),
    "what leads a branch": 'one of "x":\n  "a":\n' + indent(doubled(39), "    ") + '\n  "b": gain 2 score',
    "what stands behind a choice": f"choose n from 1 to 2\n{doubled(39)}gain 1 score",
    "what may be chosen": 'may "x":\n' + indent(f"{doubled(23)}choose up to 1 xs from l23 + l23", "  "),
    "a condition": 'may "x":\n' + indent(f"{doubled(20)}if count(l20 + l20 + l20) > 3: gain 1 score", "  "),
    "a later condition": f"{doubled(20)}"
    'may "x":\n  if me.coins > 7: gain 1 score\n  else if count(l20 + l20 + l20) > 3: gain 1 score',
    "the condition of a branch": f'{doubled(20)}one of "x":\n  "a" if count(l20 + l20 + l20) > 3: gain 1 score\n'
    '  "b": gain 2 score',
}


OFTEN = ("what leads a may", "the condition of a branch")


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=() if what in OFTEN else pytest.mark.slow) for what in ASKED]
)
def test_what_is_worked_out_to_ask_something_is_counted_then(machine, what):
    """Nobody has been asked yet: also who would have declined meets the fault."""
    with pytest.raises(NeverEnds):
        open_on(machine, tiny(ASKED[what]))

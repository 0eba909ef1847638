import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from both import GAMES, shipped
from builder import game

from rulewright.interpreter.cache import NO_CACHE
from rulewright.interpreter.compiler.build import Build, packed, unpacked
from rulewright.interpreter.compiler.python.excerpt import excerpt
from rulewright.interpreter.fast.machines import build_for
from rulewright.interpreter.fast.windows import FIRST_OWN

ROOT = Path(__file__).parents[2]

BUILT = """
import hashlib, sys
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.machines import build_for
game = load_game(sys.argv[1])
options = {name: option.default for name, option in game.options.items()}
for more in ({}, {"ask_forced": True, "journal": True}):
    build = build_for(game, game.max_players, options, **more)
    print(hashlib.sha256(build.source.encode()).hexdigest())
    print(hashlib.sha256(repr(build.plain()[2:]).encode()).hexdigest(), build.layout_digest(b""))
"""


def build_of(name: str, players: int | None = None):
    game = shipped(name)
    options = {option.name: option.default for option in game.options.values()}
    return build_for(game, players or game.max_players, options)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_source_is_the_same_under_every_hash_seed(name):
    def built(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "package"), NO_CACHE: "1"}
        command = [sys.executable, "-c", BUILT, name]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert built("0") == built("1") == built("4711")


@pytest.mark.parametrize("name", GAMES)
def test_the_source_is_python_in_which_every_statement_knows_its_place(name):
    build = build_of(name)
    ast.parse(build.source)
    lines = build.source.split("\n")
    assert len(build.lines) == len(lines) - 1
    placed = [line for number, line in enumerate(lines, 1) if build.place_of_line(number) >= 0]
    assert len(placed) > len(lines) // 3
    files = {file for file, *_ in build.spans}
    assert files <= set(shipped(name).files)
    assert max(map(len, lines)) < 40_000


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_build_is_plain_data(name):
    build = build_of(name)
    again = unpacked(packed(build))
    assert again == build
    assert again.layout_digest(b"") == build.layout_digest(b"")


@pytest.mark.slow
def test_the_python_of_a_card_is_its_own_functions_below_their_places():
    found = 0
    for name in GAMES:
        game = shipped(name)
        build = build_of(name)
        for card in game.cards:
            text = excerpt(build, card.id)
            acts = any(side.abilities or side.changes or side.effects for side in card.sides)
            if card.is_for(game.max_players):
                assert bool(text) >= acts or not acts
            if text:
                found += 1
                ast.parse(text)
                assert f"# {card.span.file}:" in text or "# rules/" in text or "# cards/" in text
    assert found > 20


def test_a_game_is_compiled_once_in_a_process():
    from rulewright.interpreter.fast.machines import machine_for

    game = shipped(GAMES[0])
    options = {option.name: option.default for option in game.options.values()}
    assert machine_for(game, game.min_players, options) is machine_for(game, game.min_players, options)


# ---------------------------------------------------------------- what costs nothing
RULES = """
values:
  worth(card): {is: card.cost * 2}
actions:
  plain: {text: plain, do: "for each player in players:\\n  gain worth(ace) points"}
  asks: {text: asks, do: "choose n from 1 to 3\\nplain()\\ngain n points"}
"""
CARDS = """
kind: card
cards:
  ace: {{cost: 3, front: {{{front}}}, back: {{}}}}
"""
DO = "as players[1]:\n  plain()\n  asks()"


def functions_of(front: str) -> tuple[Build, dict[str, str]]:
    """Return what a small game is compiled to: the build, and the text of each function by its name."""
    tiny = game(DO, more=RULES, cards=CARDS.format(front=front))
    build = build_for(tiny, 2, {option.name: option.default for option in tiny.options.values()})
    tops = [top for top in ast.parse(build.source).body if isinstance(top, ast.FunctionDef)]
    return build, {top.name: ast.unparse(top) for top in tops}


def test_a_value_that_no_card_changes_is_the_formula_itself():
    build, functions = functions_of("")
    assert "changed(" not in build.source
    assert "worth" not in functions["A_plain"]
    assert "+= 6" in functions["A_plain"], "what is printed on the card is reckoned while compiling"
    build, functions = functions_of("changes: [{value: worth, add: 1, for: all}]")
    assert "changed(" in build.source
    assert "V_worth(" in functions["A_plain"]


def test_what_cannot_pause_is_a_plain_function_and_what_can_is_cut_at_its_questions():
    build, functions = functions_of("")
    points = [build.point(number) for number in range(len(build.points))]
    assert "s.u" not in functions["A_plain"]
    assert not [point for point in points if point.unit == "A_plain"]
    assert "s.u.append" in functions["A_asks"]
    asked = [number for number, point in enumerate(points) if point.unit == "A_asks" and point.question]
    assert len(asked) == 1
    # Behind the question all that follows is written in place, up to the end.
    assert f"b{FIRST_OWN + asked[0]}" in functions
    assert "A_plain(" in functions[f"b{FIRST_OWN + asked[0]}"]

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from both import GAMES, pair, random_game, same, shipped
from builder import files_of, game, write

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.fast.windows import FIRST_OWN
from rulewright.interpreter.state.errors import BadPosition, BadSave, BuildChanged, ContentChanged
from rulewright.interpreter.state.position import Begin

ROOT = Path(__file__).parents[2]

RESUMED = """
import json, random, sys
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
games = {}
for line in sys.stdin:
    saved, seed = json.loads(line)
    game = games.setdefault(saved["game"], None) or load_game(saved["game"])
    games[saved["game"]] = game
    match, chance = FastMatch.resume(game, saved), random.Random(seed)
    first = match.digest()
    while match.choices:
        match.apply(chance.randrange(match.choices))
    print(first, match.digest())
"""


def to_the_end(match: FastMatch, seed: int) -> str:
    copy = match.clone()
    for _ in random_game(copy, seed):
        pass
    return copy.digest()


def saves_of(name: str, games: int) -> list[tuple[str, str]]:
    """A save at every distinct stack of resume points, as a line, and the digests then and at the end.

    All numbers of players are met, and for each of them one variant beside the usual game.
    """
    loaded, met, found = shipped(name), set(), []
    counts = range(loaded.min_players, loaded.max_players + 1)
    variants = [
        {option.name: value}
        for option in loaded.options.values()
        for number, value in enumerate(option.values)
        if number != option.default
    ]
    for seed in range(games):
        players = counts[seed % len(counts)]
        varied = variants and seed // len(counts) % 2 == 1
        options = variants[players % len(variants)] if varied else {}
        match = FastMatch(loaded, players, seed=seed, options=options)
        for _ in random_game(match, seed):
            stack = (players, tuple(frame[0] for frame in match.state.f))
            if stack not in met:
                met.add(stack)
                line = json.dumps([match.save(), seed])
                found.append((line, f"{match.digest()} {to_the_end(match, seed)}"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("games", [60, pytest.param(240, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_saves_at_every_stack_of_frames_go_on_alike_in_another_process(name, games):
    saves = saves_of(name, games)
    env = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(ROOT / "package")}
    text = "\n".join(line for line, _ in saves)
    command = [sys.executable, "-c", RESUMED]
    told = subprocess.run(command, env=env, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split("\n")[:-1] == [digests for _, digests in saves]
    # The large games come by many, some of them deep inside windows, abilities and actions.
    depths = [len(json.loads(line)[0]["state"]["f"]) for line, _ in saves]
    assert (len(saves) > 150 and max(depths) > 6) or len(shipped(name).abilities) == 0


NESTED = {
    "a loop over players": "as each player in turn_order:\n  choose n from 1 to 3\n  gain n points",
    "an ability in a window": "offer round_window",
    "an action in an ability, in a window that a move opens": "as each player in turn_order:\n  deeper()",
}
MORE = """
actions:
  deeper:
    text: deeper
    do: |
      for each card in me.hand:
        move card to me.table
      repeat 2 times:
        may "More": asked()
  asked: {text: asked, do: "choose some_ from 1 to 3\\ngain some_ points"}
"""
CARDS = """
kind: card
cards:
  ace: {front: {abilities: [{when: seen, do: asked()}, {when: round_window, do: asked()}]}, back: {}}
  bit: {front: {abilities: [{when: round_window, do: "as each player in players:\\n  asked()"}]}, back: {}}
"""
SETUP = "as players[1]:\n  move ace to me.hand\nas players[2]:\n  move bit to me.{}"


DEEPEST = {
    "a loop over players": ["P_play"],
    "an ability in a window": ["P_play", "window", "B_bit_front_1", "A_asked"],
    "an action in an ability, in a window that a move opens": [
        "P_play", "A_deeper", "move", "window", "B_ace_front_1", "A_asked",
    ],
}  # fmt: skip


def nested(where: str) -> dict[str, object]:
    """Return the parts of a small game that asks inside of this."""
    setup = SETUP.format("table" if "window" in where and "move" not in where else "hand")
    return {"do": NESTED[where], "setup": setup, "more": MORE, "cards": CARDS}


def units(match: FastMatch) -> list[str]:
    """Return the names of what is running, from the phase on."""
    build, shared = match._machine.compiled, {1: "window", 2: "asks", 3: "move"}
    numbers = [frame[0] for frame in match.state.f[1:]]
    return [shared.get(number) or build.point(number - FIRST_OWN).unit for number in numbers]


@pytest.mark.parametrize("where", NESTED)
def test_a_save_in_the_middle_of_an_effect_is_gone_on_with_in_another_process(where, tmp_path):
    tiny, saves, met = game(**nested(where)), [], []
    write(files_of(**nested(where)), tmp_path)
    for seed in range(8):
        match = FastMatch(tiny, 2, seed=seed, ask_forced=True)
        for _ in random_game(match, seed):
            met.append(units(match))
            ends = f"{match.digest()} {to_the_end(match, seed)}"
            saves.append((json.dumps([match.save(), seed]), ends))
    assert DEEPEST[where] in met
    env = {**os.environ, "PYTHONHASHSEED": "78", "PYTHONPATH": str(ROOT / "package")}
    resumed = RESUMED.replace(
        'load_game(saved["game"])', f'load_game(saved["game"], Path({str(tmp_path)!r}))'
    )
    command = [sys.executable, "-c", "from pathlib import Path\n" + resumed]
    text = "\n".join(line for line, _ in saves)
    told = subprocess.run(command, env=env, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split("\n")[:-1] == [ends for _, ends in saves]


@pytest.mark.parametrize("where", NESTED)
def test_a_save_in_the_middle_of_an_effect(where):
    tiny = game(**nested(where))
    for seed in range(8):
        slow, fast = pair(tiny, 2, seed, {}, ask=True)
        chance = random.Random(seed)
        while fast.choices:
            fast = FastMatch.resume(tiny, json.loads(json.dumps(fast.save())))
            same(slow, fast)
            option = chance.randrange(fast.choices)
            slow.apply(option)
            fast.apply(option)
        assert slow.digest() == fast.digest()
        assert slow.moves == fast.moves


def test_large_seeds_and_counters_stay_exact():
    seed = 2**80 + 1
    # Without a journal a counter may be too large for a while.
    large = "as players[1]:\n  choose k from 1 to 2\n  gain 3 points\n  repeat 9 times:\n"
    large += "    set me.points to me.points * 999\n  choose n from 1 to 2"
    tiny = game(large, setup="shuffle deck.cards")
    match = FastMatch(tiny, 2, seed=seed)
    match.apply(0)
    saved = json.loads(json.dumps(match.save()))
    assert saved["seed"] == str(seed)
    assert not any(abs(number) > 2**53 for number in saved["state"]["v"] if isinstance(number, int))
    again = FastMatch.resume(tiny, saved)
    assert (again.seed, again.state) == (seed, match.state)
    assert 3 * 999**9 in again.state.v


def test_a_match_that_began_from_a_stated_position_is_resumed():
    tiny = game("as players[1]:\n  choose n from 1 to me.gold\n  gain n points")
    begin = Begin(1, "play", lambda position: position.set_counter("gold", 0, 0, 3))
    match = FastMatch(tiny, 2, begin=begin)
    assert match.choices == 3
    again = FastMatch.resume(tiny, json.loads(json.dumps(match.save())))
    again.apply("2")
    assert [step.id for step in again.moves] == ["2"]
    assert again.over


# ---------------------------------------------------------------- refusals
EDITS = [
    ["set_counter", "gold", 99, 0, 3],
    ["set_counter", "gold", -1, 0, 3],
    ["set_counter", "gold", 0, 1, 3],
    ["set_counter", "gems", 0, 3, 3],
    ["set_counter", "nothing", 0, 0, 3],
    ["set_counter", "gold", 0, 0, 1.5],
    ["set_counter", "gold", 0, 0, True],
    ["set_counter", "gold", 0, 0, None],
    ["set_counter", "gold"],
    ["set_state", -1, "level", 1],
    ["set_state", 99, "level", 1],
    ["set_face", -1, 1],
    ["set_face", 0, 2],
    ["set_owner", -1, 0],
    ["set_owner", 0, 7],
    ["set_zone", 0, []],
    ["set_zone", -1, []],
    ["set_zone", 99, []],
    ["set_zone", 1, [-1]],
    ["set_zone", 1, [[0]]],
    ["set_top", 1, [0, 0]],
    ["set_turn_order", [0, 0]],
    ["__init__", 1],
]


@pytest.mark.parametrize("edit", EDITS, ids=str)
def test_a_stated_position_in_a_save_that_the_game_cannot_have_is_refused(edit):
    tiny = game("as players[1]:\n  choose n from 1 to me.gold\n  gain n points")
    begin = Begin(1, "play", lambda position: position.set_counter("gold", 0, 0, 3))
    saved = json.loads(json.dumps(FastMatch(tiny, 2, begin=begin).save()))
    saved["begin"]["edits"] = [edit]
    with pytest.raises((BadSave, BadPosition)):
        FastMatch.resume(tiny, saved, journal=True)


def saved_tiny():
    tiny = game("as players[1]:\n  choose n from 1 to 3\n  gain n points")
    return tiny, json.loads(json.dumps(FastMatch(tiny, 2).save()))


def test_a_save_of_other_content_or_another_build_is_refused():
    tiny, saved = saved_tiny()
    with pytest.raises(ContentChanged, match="other content: saved with 00"):
        FastMatch.resume(tiny, {**saved, "content": "00"})
    with pytest.raises(BuildChanged, match=r"another build of this program.*saved with 00"):
        FastMatch.resume(tiny, {**saved, "build": "00"})
    with pytest.raises(BadSave, match="of 'x', not of 'tiny'"):
        FastMatch.resume(tiny, {**saved, "game": "x"})


def test_builds_differ_by_players_options_and_ways_of_asking():
    tiny, saved = saved_tiny()
    assert saved["build"] != FastMatch(tiny, 3).save()["build"]
    assert saved["build"] != FastMatch(tiny, 2, ask_forced=True).save()["build"]
    with pytest.raises(BuildChanged):
        FastMatch.resume(tiny, {**saved, "ask_forced": True})


def test_a_save_of_another_form_is_one_of_another_build(monkeypatch):
    tiny, saved = saved_tiny()
    monkeypatch.setattr("rulewright.interpreter.fast.saves._FORMAT", 1)
    older = FastMatch(tiny, 2).save()
    monkeypatch.undo()
    assert FastMatch.resume(tiny, saved).choices == 3
    with pytest.raises(BuildChanged, match="another build of this program"):
        FastMatch.resume(tiny, {**older, "state": {**older["state"], "check": "as it was"}})


def changed(saved, *path, to):
    damaged = copy.deepcopy(saved)
    place = damaged
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return damaged


LAYOUT = FastMatch(game("nothing"), 2).layout
FACE, OWNER = LAYOUT.face, LAYOUT.owner

DAMAGE = [
    (("state", "v", 3), 9),
    (("state", "o"), []),
    (("state", "f"), [[0]]),
    (("state", "z", 0), [0, 0]),
    (("state", "p"), "x"),
    (("state",), None),
    (("state", "v"), {}),
    (("moves",), "x"),
    (("moves",), [None]),
    (("moves",), [0]),
    (("moves",), ["9" * 5000]),
    (("seed",), 1.5),
    (("seed",), "9" * 5000),
    (("seed",), True),
    (("players",), [1, 2]),
    (("options",), []),
    (("begin",), {"round": 1}),
    (("build",), None),
    (("ask_forced",), "yes"),
]


@pytest.mark.parametrize(("path", "to"), DAMAGE)
def test_a_damaged_save_is_refused(path, to):
    tiny, saved = saved_tiny()
    with pytest.raises(BadSave):
        FastMatch.resume(tiny, changed(saved, *path, to=to))


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("state", "f", -1), [99999]),
        (("state", "f", -1), [10]),
        (("state", "f", -1), "x"),
        (("state", "f"), []),
        (("state", "v", 0), 5),
        (("state", "v"), [1, 2]),
        (("state", "z", 0), [0, 0]),
        (("state", "z", 1), [0, 0]),
        (("state", "z", -1), [0]),
        (("state", "v", 1), float("nan")),
        (("state", "v", 1), float("inf")),
        (("state", "v", 1), 1.5),
        (("state", "v", 1), True),
        (("state", "v", 1), "٣"),
        (("state", "v", 1), "9" * 5000),
        (("state", "z", 1), {}),
        (("state", "f", 0), [1]),
        (("state", "f", -1), [-1]),
        (("state", "f", -1), [1]),
        (("state", "f", -1), [True]),
        (("state", "f", 0), [0, 0]),
        (("state", "o"), [None]),
        (("state", "v", FACE), 2),
        (("state", "v", FACE), -1),
        (("state", "v", OWNER), 2),
        (("state", "v", OWNER), -2),
        (("state", "p"), 2),
        (("state", "p"), -1),
    ],
)
def test_a_damaged_position_is_refused_even_with_its_check_sum_made_good(path, to):
    from rulewright.interpreter.fast.saves import check_sum

    tiny, saved = saved_tiny()
    damaged = changed(saved, *path, to=to)
    damaged["state"]["check"] = check_sum(damaged["state"], damaged["moves"])
    with pytest.raises(BadSave):
        FastMatch.resume(tiny, damaged)

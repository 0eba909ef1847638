"""One test for each kind of thing that a reader of a transcript looks for, or does not want to see."""

from __future__ import annotations

import pytest
from command_line import CHECKOUT, run
from small_game import first_player, load, main_file

from rulewright.cli.output import fold
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.play.transcript import transcript

PLAYERS = ["Ann", "Ben", "Cid"]


def told(effect, *moves, extra="", machine=FastMatch, **more):
    """The lines of the phase in which this happens."""
    match = machine(load(effect, extra, **more), PLAYERS, seed=1, journal=True)
    for move in moves:
        match.apply(move)
    text = transcript(match)
    return text.split("\nMain\n----\n")[1].split("\n\n")[0].splitlines() if "\nMain\n" in text else []


@pytest.mark.parametrize("machine", [Match, FastMatch])
def test_an_award_shows_who_stands_where_with_what(machine):
    extra = """
    actions:
      judge(suit):
        text: judge {suit}
        told: "{suit}: {each p in ranked(p in players by p.luck): {p} {p.luck}{if p.goods[suit] > 0: (tie broken)}}"
        do: |
          as players[2]: gain 3 score
    """
    effect = "as players[1]: gain 1 luck\nas players[2]:\n  gain 4 luck and 1 goods[moon]\njudge(moon)"
    assert told(effect, extra=extra, machine=machine)[-2:] == [
        "-    Moon: Ben 4 (tie broken), Ann 1, Cid 0",
        "Ben  +3 Score (0 → 3)",
    ]


@pytest.mark.parametrize("machine", [Match, FastMatch])
def test_words_agree_with_numbers_players_and_lists(machine):
    extra = """
    actions:
      take(n is number, stones_taken is list of stone):
        text: "take {n} stone{|s}: {stones_taken} {is|are} mine, {any s in suits: {s}}"
        do: gain n score
    """
    lines = told(first_player("take(1, [flint])\ntake(2, [flint, chalk])"), extra=extra, machine=machine)
    assert lines == [
        "Ann  take 1 stone: Flint is mine, The Sun, moon or star → +1 Score (0 → 1)",
        "Ann  take 2 stones: Flint, Chalk are mine, The Sun, moon or star → +2 Score (1 → 3)",
    ]


def test_sums_of_several_steps_show_their_parts_and_repeated_ones_do_not():
    assert told(first_player("gain 2 score\ngain 3 score")) == ["Ann  +2 +3 Score (0 → 5)"]
    assert told(first_player("repeat 3 times: gain 2 score")) == ["Ann  +6 Score (0 → 6)"]


def test_one_is_told_in_the_singular():
    assert told(first_player("gain 1 coins\nlose 2 coins")) == ["Ann  +1 Coin (5 → 6), -2 Coins (6 → 4)"]


BOOKS = """
counters: {tally: {told: no}, open: {title: Opens}}
state: {seals: {type: number, told: no}, keys: number}
kinds:
  box: {all: boxes, state: {shut: {type: flag, told: no}, full: flag}}
components: {box: {crate: {}}}
zones:
  of each player: {passage: {holds: stone, told: no}}
"""


def test_what_is_not_told_stays_out():
    effect = """
    gain 1 tally and 1 open
    set game.seals to 2
    set game.keys to 3
    set crate.shut to yes
    set crate.full to yes
    """
    assert told(first_player(effect), extra=BOOKS) == ["Ann  +1 Open (0 → 1), keys: 3, Crate: full"]


def test_components_are_followed_through_a_zone_that_is_not_told():
    effect = "draw 2 from bag to me.passage\nmove first(me.passage) to me.hand\ndiscard all me.passage"
    (line,) = told(first_player(effect), extra=BOOKS)
    assert "Passage" not in line
    assert " from Bag to own Hand, discards " in line


def test_an_action_that_is_not_told_does_not_head_a_line():
    extra = "actions:\n  turn: {text: take a turn, told: no, do: gain 1 score}\n"
    assert told(first_player("turn()"), extra=extra) == ["Ann  +1 Score (0 → 1)"]


def test_to_do_something_no_time_is_not_told():
    effect = first_player('may any number of times "Dig":\n  gain 1 score\nmay "Rest":\n  gain 1 luck')
    assert told(effect, "done", "pass") == ["Ann  passes: Rest"]
    assert told(effect, "yes", "done", "pass") == ["Ann  Dig → +1 Score (0 → 1)", "Ann  passes: Rest"]


def test_a_piece_is_back_only_where_it_was_before():
    extra = "zones: {of each player: {bid: {holds: peg}}}"
    effect = "let p = first(me.kit)\nmove p to me.bid\nmove p to me.kit"
    (line,) = told(first_player(effect), extra=extra)
    assert line == "Ann  Peg to own Bid, Peg back"


def test_the_turn_order_of_the_beginning_is_told_where_it_counts():
    def set_up(effect):
        return transcript(FastMatch(load(effect), PLAYERS, journal=True)).split("\nRound 1")[0]

    assert "The turn order is Ann, Ben, Cid." in set_up("as each player in turn_order: gain 1 score")
    assert "turn order" not in set_up("as each player in players: gain 1 score")


@pytest.mark.parametrize("machine", [Match, FastMatch])
@pytest.mark.parametrize(
    ("pile", "words"),
    [
        ("shows: top card", "Pile: 3, Flint on top"),
        ("shows: nothing", "Pile: 3"),
        ("shows: top card, visible to: no one", "Pile: 3"),
        ("shows: all", "Pile: Flint, Slate, Chalk"),
    ],
)
def test_what_all_see_on_top_of_a_deck_is_told_with_the_set_up(machine, pile, words):
    from small_game import base_files, check_files

    game_file = base_files()["rules/small/game.yaml"]
    files = {
        "rules/small/game.yaml": game_file.replace("chalk] to shelf.low\n", "chalk] to pile\n"),
        "rules/small/more.yaml": f"zones: {{pile: {{holds: stone, ordered: yes, {pile}}}}}\n",
        "rules/small/main.yaml": main_file("draw 1 from pile to bag"),
    }
    game, found = check_files(files)
    assert game is not None
    assert not found
    text = transcript(machine(game, PLAYERS, journal=True))
    assert words in text.split("\nRound 1")[0].splitlines()


def test_pieces_are_counted_in_the_plural():
    text = transcript(FastMatch(load("nothing"), PLAYERS, journal=True))
    assert "Kit: 2 Pegs" in text


@pytest.mark.parametrize(
    ("by", "rank", "gains", "end"),
    [
        ("player.score + player.luck", "players", {"Ann": (2, 3), "Ben": (1, 1)},
         ["Ann  5  = 2 Score + 3 Luck", "Ben  2  = 1 Score + 1 Luck", "Cid  0  = 0 Score + 0 Luck", "Ann wins."]),
        ("player.score, player.luck", "players", {"Ann": (2, 1), "Ben": (2, 3)},
         ["Ben  2", "Ann  2", "Cid  0", "Ben wins the tie by 3 Luck."]),
        ("player.score", "all(p in players where p.luck == 0)", {"Ann": (2, 1), "Ben": (1, 0)},
         ["Ben  1", "Cid  0", "Ann  -  not ranked: 1 Luck", "Only players who have no Luck are ranked.", "Ben wins."]),
    ],
)  # fmt: skip
def test_final_scores_show_their_parts(by, rank, gains, end):
    from small_game import base_files, check_files

    effect = "\n".join(
        f"as players[{PLAYERS.index(name) + 1}]: gain {score} score and {luck} luck"
        for name, (score, luck) in gains.items()
    )
    game_file = base_files()["rules/small/game.yaml"]
    old = "result: {rank: players, by: [player.score, player.coins]}"
    files = {
        "rules/small/game.yaml": game_file.replace(old, f'result: {{rank: "{rank}", by: [{by}]}}'),
        "rules/small/main.yaml": main_file(effect),
    }
    game, found = check_files(files)
    assert game is not None, found
    text = transcript(FastMatch(game, PLAYERS, journal=True))
    assert text.split("============\n")[-1].splitlines() == end


SCRIPT = """
game: pret-a-porter
players: [Anna, Matt]
given: {round: 1, phase: planning, turn_order: [Anna, Matt]}
moves:
  - note: Anna begins at the
      Bank.
  - Anna: bank
  - note: So does Matt.
  - Matt: bank
stop: yes
"""


def test_notes_of_a_script_stand_where_they_were_made_and_the_end_says_what_is_asked(tmp_path):
    (tmp_path / "notes.yaml").write_text(SCRIPT)
    lines = run("play", str(tmp_path / "notes.yaml"), root=CHECKOUT).stdout.splitlines()
    first = lines.index("-     Note: Anna begins at the Bank.")
    assert lines[first + 1 : first + 4] == [
        "Anna  Place a pawn at: Bank",
        "-     Note: So does Matt.",
        "Matt  Place a pawn at: Bank",
    ]
    assert lines[-1] == "Next is Anna: Place a pawn at ... (9 options)"


def test_lines_are_folded_at_words():
    text = "Ann  takes a very long way home → +1 Score (0 → 1)\n\n    - deeper words that go on and on"
    assert fold(text, 5, 30) == (
        "Ann  takes a very long way\n     home → +1 Score (0 → 1)\n\n    - deeper words that go on\n    and on"
    )
    assert fold("short", 5, 30) == "short"
    assert "".join(fold(text, 5, 30).split()) == "".join(text.split())

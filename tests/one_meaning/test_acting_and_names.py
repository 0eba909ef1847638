"""Who acts, and what things are called: blocks within blocks, and names of every form."""

from __future__ import annotations

import random

import pytest

from tests.machines import open_on
from tests.one_meaning.tiny import codes, errors, played, scores, tiny


# ---------------------------------------------------------------- who acts
def test_the_outer_player_acts_again_behind_a_nested_as_that_asks(machine):
    text = """
        as players[2]:
          as players[1]:
            choose n from 1 to 2
            gain n score
          gain 10 score
    """
    assert scores(machine, text) == [1, 10]


@pytest.mark.parametrize(
    ("behind", "wanted"),
    [
        ("lose 3 coins\ngain me.coins score", [1, 2]),
        ("repeat 2 times:\n  gain 10 score", [1, 20]),
        ("choose m from 7 to 8\ngain m score", [1, 7]),
        ("may 'More':\n  gain 5 score", [1, 5]),
    ],
)
def test_whatever_stands_behind_a_nested_as_belongs_to_the_outer_player(machine, behind, wanted):
    inner = "as players[1]:\n  choose n from 1 to 2\n  gain n score\n" + behind.replace("'", '"')
    text = "as players[2]:\n" + "\n".join("  " + line for line in inner.split("\n"))
    assert scores(machine, text) == wanted


def test_as_each_within_as_each_comes_back_to_each_player_in_turn(machine):
    text = """
        as each p in players:
          as each q in players:
            choose n from 1 to 2
            gain n score
          gain 10 score
    """
    assert scores(machine, text, acting=False) == [12, 12]


# ---------------------------------------------------------------- names of effects that meet only when written together
def test_fields_and_cards_whose_names_meet_when_put_together_are_told_apart(machine):
    head = """
        kinds: {peg: {all: pegs}, box: {all: boxes, fields: {ab: effect, ab_c: effect}}}
        components: {peg: {ace: {}}, box: {c-d: {ab: gain 1 score}, d: {ab_c: gain 100 score}}}
    """
    assert scores(machine, "run c-d.ab", head) == [1, 0]
    assert scores(machine, "run d.ab_c", head) == [100, 0]


def test_names_that_look_like_parts_of_other_names_are_told_apart(machine):
    head = """
        kinds: {peg: {all: pegs, state: {n: number}}, peg_1: {all: peg_1s, active in: [kit], state: {n: number}}}
        components: {peg: {ace: {}}, peg_1: {bolt: {abilities: [{when: fair, automatic: yes, do: gain 5 score}]}}}
        zones: {deck: {holds: peg}, of each player: {kit: {holds: peg_1}}}
        setup: move bolt to players[1].kit
        tables: {toll: {1: {1: 4}, 2: {1: 5}}, toll_1: {1: 7, 2: 8}, toll_1_1: {1: 9, 3: 6}}
        windows: {fair: {who: me, takes part: player.coins > 0}, fair_takes_part: {who: me}}
        values: {fair(n is number): {is: n + 1}, fair_starts(n is number): {is: n + 2}}
        actions:
          go: {text: a, do: gain 1 score}
          go_starts: {text: b, do: gain 10 score}
          go_1: {text: c, do: gain 100 score}
    """
    text = """
        gain toll[me.coins - 4][1] + toll_1[me.coins - 4] + toll_1_1[me.coins - 4] score
        go()
        go_starts()
        go_1()
        gain fair(1) + fair_starts(1) score
        offer fair
        offer fair_takes_part
    """
    assert scores(machine, text, head) == [20 + 111 + 5 + 5, 0]


# ---------------------------------------------------------------- names of the content and names of the compiler
@pytest.mark.parametrize(
    "name",
    [
        *(
            "n5",
            "last5",
            "i0",
            "left5",
            "me3",
            "most5",
            "zone5",
            "picked5",
            "list5",
            "v",
            "z",
            "k",
            "s",
            "x_me",
            "x1",
        ),
    ],
)
def test_a_name_of_the_content_never_meets_one_of_the_compiler(machine, name):
    text = f"""
        as each player in players:
          choose {name} from 1 to 3 "Pick"
          for each k9 from 1 to 3:
            choose other from 1 to 2 "Again"
            gain {name} * other + k9 score
    """
    chance = random.Random(0)
    match = open_on(machine, tiny(text, acting=False))
    assert played(match, lambda match: chance.randrange(match.choices)).scores() == [16, 24]


@pytest.mark.parametrize("word", ["def", "class", "lambda", "yield", "del", "pass_", "len", "sum_", "_t"])
def test_words_of_python_are_names_like_others(machine, word):
    text = f"""
        choose {word} from 2 to 3
        choose any number of xs from x in pegs where {word} > 1 or x is ace
        gain {word} + count(xs) score
    """
    assert scores(machine, text) == [4, 0]


# ---------------------------------------------------------------- names that a reader or Python takes for one
PEGS = "pile: {holds: peg}, deck: {holds: peg}"
MEMBERS = "{all: pegs, fields: {suit: suit}, state: {at-x: number, at_x: number}}"
ALIKE = [
    (
        "actions: {draw-it: {text: a, do: gain 1 score}, draw_it: {text: b, do: gain 9 score}}",
        "draw-it",
        "draw_it",
    ),
    ("values: {a-b: {is: 1}, a_b: {is: 2}}", "a-b", "a_b"),
    ("values: {a-b: {is: 1}}\nactions: {a_b: {text: t, do: gain 1 score}}", "a-b", "a_b"),
    ("tables: {in-come: {1: 4, 2: 5}, in_come: {1: 7, 2: 8}}", "in-come", "in_come"),
    ("windows: {fair-day: {who: me}, fair_day: {who: me}}", "fair-day", "fair_day"),
    ("counters: {score: {}, co-ins: {}, co_ins: {}, coins: {start: 5}, luck: {}}", "co-ins", "co_ins"),
    ("state: {at-war: flag, at_war: flag}", "at-war", "at_war"),
    ("options: {at-war: {default: no}, at_war: {default: no}}", "at-war", "at_war"),
    (
        "enums: {suit: {all: suits, values: [sun, moon]}, a-b: {all: as, values: [x]}, a_b: {all: bs, values: [y]}}",
        "a-b",
        "a_b",
    ),
    (f"kinds: {{peg: {MEMBERS}, box: {{all: boxes, fields: {{deed: effect}}}}}}", "at-x", "at_x"),
    (f"zones: {{{PEGS}, my-row: {{holds: peg}}, my_row: {{holds: peg}}}}", "my-row", "my_row"),
    (
        f"zones: {{{PEGS}, of each player: {{my-row: {{holds: peg}}, my_row: {{holds: peg}}}}}}",
        "my-row",
        "my_row",
    ),
    ('values: {"sum_of(n-a is number, n_a is number)": {is: 1}}', "n-a", "n_a"),
    ("phases: {ma-in: {do: nothing}, ma_in: {do: nothing}}", "ma-in", "ma_in"),
]


@pytest.mark.parametrize(("head", "one", "other"), ALIKE, ids=[head[:30] for head, *_ in ALIKE])
def test_two_names_that_differ_in_hyphens_only_are_a_finding_with_both_places(head, one, other):
    (found,) = errors("nothing", head)
    assert found.code == "RW230"
    assert f"`{one}`" in found.message
    assert f"`{other}`" in found.message
    assert "rules/tiny/game.yaml:" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "let a-b = 1\nlet a_b = 2\ngain a-b + a_b score",
        "let a_b = 1\nchoose a-b from 1 to 2\ngain a-b + a_b score",
        "for each a-b from 1 to 2:\n  for each a_b from 1 to 2:\n    gain a-b + a_b score",
        "let größe-a = 1\nlet größe_a = 2\ngain größe-a + größe_a score",
    ],
)
def test_two_names_of_one_text_that_differ_in_hyphens_only_are_a_finding(text):
    (found,) = errors(text)
    assert found.code == "RW230"
    assert "rules/tiny/main.yaml:" in found.message


def test_the_same_name_in_blocks_side_by_side_is_no_finding():
    text = (
        "if me.coins > 1:\n  let a-b = 1\n  gain a-b score\nif me.coins > 1:\n  let a_b = 1\n  gain a_b score"
    )
    assert codes(text) == []


@pytest.mark.parametrize("name", ["\U0001d4cd", "\ufb01", "\uff58", "xª", "x²", "half½", "\u017fet", "x①"])
def test_a_name_that_unicode_or_python_reads_otherwise_is_a_finding(name):
    for text in (
        f"let {name} = 1\ngain {name} score",
        f"choose {name} from 1 to 2\ngain {name} score",
        f"for each {name} in pegs:\n  gain 1 score",
        f"gain count({name} in pegs where {name}.suit == sun) score",
    ):
        assert codes(text) == ["RW231"]


@pytest.mark.parametrize("name", ["größe", "大きさ", "прибыль", "x_1", "ñandú", "ab-cd", "μ"])
def test_names_of_all_alphabets_are_names(machine, name):
    text = f"let {name} = 2\nchoose n-{name} from 1 to 2\ngain {name} + n-{name} score"
    assert scores(machine, text) == [3, 0]

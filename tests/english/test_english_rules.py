"""The rules of a game in English: outlines of phases, actions and values, and the whole of the shipped games."""

from __future__ import annotations

import pytest
from small_game import first_player, load

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.rules import Rules


def told(word, main="nothing", extra=""):
    (rule,) = Rules(load(main, extra)).named(word)
    return list(rule.lines)


@pytest.mark.parametrize(
    ("effect", "lines"),
    [
        ("gain 1 score\nlose 2 coins", ["- The 1st player:", "  - Gain 1 Score.", "  - Lose 2 Coins."]),
        (
            "repeat 2 times:\n  gain 1 score\n  gain 1 coins",
            ["- The 1st player:", "  - 2 times:", "    - Gain 1 Score.", "    - Gain 1 Coin."],
        ),
        (
            "if me.coins > 2:\n  gain 1 score\nelse if round == 2:\n  gain 2 score\nelse:\n  gain 3 score",
            [
                "- The 1st player:",
                "  - If you have at least 3 Coins:",
                "    - Gain 1 Score.",
                "  - Otherwise, if it is round 2:",
                "    - Gain 2 Score.",
                "  - Otherwise:",
                "    - Gain 3 Score.",
            ],
        ),
        (
            'one of "Which":\n  "One" if me.coins > 5:\n    gain 1 score\n    pay 1 coins\n  "None": nothing',
            [
                "- The 1st player:",
                "  - Choose one (“Which”):",
                "    - “One”, if you have at least 6 Coins:",
                "      - Gain 1 Score.",
                "      - Pay 1 Coin.",
                "    - “None”.",
            ],
        ),
        (
            "let n = me.coins + 1\ngain n score\ngain n luck",
            [
                "- The 1st player:",
                "  - “n” is your Coins plus 1.",
                "  - Gain Score equal to “n”.",
                "  - Gain Luck equal to “n”.",
            ],
        ),
        (
            "for each stone in shelf.low:\n  move stone to me.hand\n  gain 1 score",
            [
                "- The 1st player:",
                "  - For each Stone in the low shelf:",
                "    - Move that Stone to your Hand.",
                "    - Gain 1 Score.",
            ],
        ),
    ],
)
def test_an_outline(effect, lines):
    assert told("main", first_player(effect)) == ["Main", *lines]


def test_an_action_a_window_a_value_and_a_table():
    extra = """
    actions:
      climb(most is number, stone): {needs: me.coins > 1, text: "climb {most} step{|s}", do: "gain most score"}
    values:
      might(player): {about: How strong the player is., is: "1 if round > 1\\n2 otherwise", at most: 5}
      hidden(player): {about: Whether the player hides., is: player.luck > 3}
    windows:
      storm: {about: When it storms., who: me, takes part: player.coins > 0}
    """
    assert told("climb", extra=extra) == [
        "Climb [most] steps.",
        "- Only if you have at least 2 Coins.",
        "- Gain Score equal to [most].",
    ]
    assert told("might", extra=extra) == [
        "Might (player)",
        "- How strong the player is.",
        "- If it is after round 1: 1.",
        "- Otherwise: 2.",
        "- Never more than 5.",
    ]
    assert told("hidden", extra=extra)[-1] == "- Yes, if the player has at least 4 Luck."
    assert told("storm", extra=extra) == [
        "Storm",
        "- When it storms.",
        "- The player who acts is asked.",
        "- Only players take part who have at least 1 Coin.",
    ]
    assert told("bounty") == ["Bounty", "- The Sun: 1; moon: 2; star: 3"]


@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "kuhn-poker", "tic-tac-toe"])
def test_the_rules_of_a_game_in_english(name, snapshot):
    assert "\n\n".join("\n".join(rule.lines) for rule in Rules(load_game(name)).all()) == snapshot


@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "kuhn-poker", "tic-tac-toe"])
def test_no_rule_reads_as_code(name):
    """Names as files write them, verbs that do not agree, and articles twice are never told."""
    for rule in Rules(load_game(name)).all():
        for line in rule.lines:
            for wrong in (
                "_",
                "{",
                "you is",
                "they is",
                "all all ",
                "the the ",
                "whether whether",
                " of is ",
            ):
                assert wrong not in line, line

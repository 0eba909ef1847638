"""Planted faults: in each kind of place both machines name the same place, rule and rules above it."""

from functools import partial

import pytest
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import BadPosition, IllegalOption, MatchFailed, MatchOver, RuleError

MORE = """
values:
  broken(card): {is: "1 / (card.cost - card.cost)"}
  fine(card): {is: card.cost}
  nested(card): {is: 1 + broken(card)}
  looked_up(player): {is: "exact[player.points]"}
actions:
  fails: {text: fails, do: "gain 1 points\\nset me.points to 1 / (me.gold - me.gold)"}
  asks_and_fails:
    text: asks
    do: |
      choose n from 1 to 2
      gain n points
      gain 1 / (n - n) points
  asks: {text: asks, do: "choose n from 1 to 2\\ngain n points"}
  above: {text: above, do: "gain 1 gold\\nasks_and_fails()\\ngain 1 gold"}
  round_and_round: {text: round, do: round_and_round()}
  needs_it: {text: needs, needs: "1 / (me.gold - me.gold) > 0", do: gain 1 points}
  spends(n is number): {text: spends, do: pay n gold}
  pays: {text: pays, do: "may \\"Really\\": gain 1 points\\npay 100 gold"}
"""
CARDS = """
kind: card
cards:
  ace:
    cost: 1
    act: "choose n from 1 to 2\\ngain 1 / (n - n) points"
    front:
      abilities:
        - {when: round_window, do: "gain 1 points\\ngain 1 / (me.gold - me.gold) points"}
        - {when: often, do: "choose n from 1 to 2\\ngain 1 / (n - n) points"}
        - {when: seen, do: "above()"}
    back: {}
  bit:
    cost: 2
    front:
      abilities:
        - {when: guarded, if: 1 / (this.cost - 2) > 0, do: gain 1 points}
        - {when: mine, automatic: yes, do: "set this.level to exact[this.cost + 3]"}
      changes: [{value: fine, add: 1 / (this.cost - 2), for: all}]
    back: {changes: [{value: fine, if: 1 / (this.cost - 2) > 0, add: 1, for: all}]}
  cog: {cost: 3, copies: 3}
"""


def mine(text: str) -> str:
    return "as players[1]:\n" + "\n".join("  " + line for line in text.split("\n"))


HERE = "as players[1]:\n  move {0} to me.table"
WITH_ACE, WITH_BIT = HERE.format("ace"), HERE.format("bit")

# What is done, the options taken before it fails, and what lies on the table before.
PLANTED = {
    "a statement": (mine("gain 1 points\ngain 1 / (me.gold - me.gold) points"), 0, ""),
    "a statement of a block that pauses": (mine("choose n from 1 to 2\ngain 1 / (n - n) points"), 1, ""),
    "a payment": (mine("pay 100 gold"), 0, ""),
    "a payment after a question": (mine("pays()"), 1, ""),
    "a table": (mine("set me.points to exact[me.gold]"), 0, ""),
    "a list": (mine("set game.lead to players[me.gold]"), 0, ""),
    "a loop's condition": (mine("while 1 / (me.gold - me.gold) > 0:\n  gain 1 points"), 0, ""),
    "a condition of a loop that pauses": (
        mine("while 9 / (2 - me.points) > 0:\n  choose n from 1 to 2\n  gain 1 points"),
        2,
        "",
    ),
    "a filter of options": (mine("choose a card from card_cards where 1 / (card.cost - 2) > 0"), 0, ""),
    "a filter written out": (mine("choose a stand from stands where 1 / (stand.price[red] - 4) > 0"), 0, ""),
    "a payment behind a choice": (mine("choose n from 1 to 3\npay 1 / (n - 2) gold"), 0, ""),
    "the guard of a branch": (
        mine('one of "x":\n  "a" if 1 / (me.gold - me.gold) > 0:\n    gain 1 gold\n  gain 1 points'),
        0,
        "",
    ),
    "what is needed to start": (mine('may "x":\n  pay 1 / (me.gold - me.gold) gold'), 0, ""),
    "a value": (mine("set me.points to broken(ace)"), 0, ""),
    "a value in a value": (mine("gain 1 points\nset me.points to nested(ace)"), 0, ""),
    "a value with a table": (mine("set me.points to looked_up(me)"), 0, ""),
    "a change": (mine("set me.points to fine(ace)"), 0, WITH_BIT),
    "the condition of a change": (mine("set me.points to fine(ace)"), 0, WITH_BIT + "\n  flip bit"),
    "an action": (mine("gain 1 points\nfails()"), 0, ""),
    "an action called by one": (mine("choose n from 1 to 2\nabove()"), 2, ""),
    "an action that was paused": (mine("above()"), 1, ""),
    "behind an action that was paused": (mine("asks()\nset me.points to 1 / (me.gold - me.gold)"), 1, ""),
    "the needs of an action": (mine("needs_it()"), 0, ""),
    "an effect in a field": (mine("run ace.act"), 1, ""),
    "an ability": ("offer round_window", 2, WITH_ACE),
    "an ability that was paused": (mine("offer often"), 2, WITH_ACE),
    "an ability that runs by itself": (mine("offer mine"), 0, WITH_BIT),
    "the guard of an ability": ("offer guarded", 0, WITH_BIT),
    "an ability of a window that a move opens": (mine("move ace to me.table"), 2, ""),
    "a full zone": (mine("move all card_cards to row.cards"), 0, ""),
    "a state of none": (mine("set first(c in row.cards).level to 1"), 0, ""),
    "the set-up": ("nothing", 0, mine("gain 1 / (me.gold - me.gold) points")),
    "the set-up behind a question": ("nothing", 1, mine("choose n from 1 to 2\ngain 1 / (n - 1) points")),
    "a condition": (mine("if 1 / (me.gold - me.gold) > 0: gain 1 points"), 0, ""),
    "a name's value": (mine("let x = 1 / (me.gold - me.gold)\ngain x points"), 0, ""),
    "a number drawn": (mine("let x = random(1 / (me.gold - me.gold), 6)\ngain x points"), 0, ""),
    "a draw from nothing": (mine("let x = random(7, 6)\ngain x points"), 0, ""),
    "how often": (mine("repeat 1 / (me.gold - me.gold) times:\n  nothing"), 0, ""),
    "how many cards": (mine("draw 1 / (me.gold - me.gold) from deck.cards to me.hand"), 0, ""),
    "how many at most": (mine("choose up to 1 / (me.gold - me.gold) c from card_cards"), 0, ""),
    "the steps of a range": (mine("choose n from 1 to 3 step 1 / (me.gold - me.gold)"), 0, ""),
    "an order": (mine("for each p in ranked(p in players by 1 / (p.gold - 10)):\n  gain 1 points"), 0, ""),
    "the turn order": ("set turn_order to rotated(turn_order, 1 / (players[1].gold - 10))", 0, ""),
    "who acts": ("as each player in all(p in players where 1 / (p.gold - 10) > 0):\n  nothing", 0, ""),
    "what a rule is told": (mine("spends(1 / (me.gold - me.gold))"), 0, ""),
    "what is swapped": (
        mine("swap first(c in row.cards) with first(c in card_cards where 1 / (c.cost - 1) > 0)"),
        0,
        "",
    ),
}


def tiny(do: str, setup: str = ""):
    return game(do, setup=setup or "nothing", more=MORE, cards=CARDS)


def played(match_class, planted, decisions: int):
    match = match_class(planted, 2)
    for _ in range(decisions):
        match.apply(0)


def fault_of(match_class, planted, decisions: int) -> RuleError:
    with pytest.raises(RuleError) as caught:
        played(match_class, planted, decisions)
    return caught.value


def told(error: RuleError) -> list[object]:
    above = [(cause.rule, cause.span.file, cause.span.line, cause.span.column) for cause in error.above]
    return [error.rule, error.span.file, error.span.line, error.span.column, *above]


@pytest.mark.parametrize("where", PLANTED)
def test_a_fault_names_its_place_its_rule_and_the_rules_above(where):
    do, decisions, setup = PLANTED[where]
    planted = tiny(do, setup)
    slow, fast = (fault_of(machine, planted, decisions) for machine in (Match, FastMatch))
    assert str(fast) == str(slow)
    # What compiled code alone knows of it: everything but the amounts and names.
    own = fast.__context__
    assert isinstance(own, RuleError)
    assert own is not fast
    assert told(own) == told(slow)
    assert own.span.column > 1
    assert str(own).split(": ", 1)[1]


OFFERED = {
    "an entry": "stands[me.gold]",
    "a division": "stands[1 / (me.gold - me.gold)]",
    "a table": "stands[exact[me.gold]]",
    "a value": "stands[broken(ace)]",
    "a product": "stands[(me.gold + 1000000000) * (me.gold + 1000000000)]",
}


@pytest.mark.parametrize("what", OFFERED)
@pytest.mark.parametrize(
    "around",
    ["{}", "choose n from 1 to 2\n{}\nchoose m from 1 to 2", "offer often\n{}"],
    ids=["alone", "between questions", "behind a window"],
)
@pytest.mark.parametrize("heard", [False, True], ids=["unheard", "heard"])
def test_what_a_window_is_opened_with_is_worked_out_though_nobody_listens(what, around, heard):
    cards = CARDS
    if heard:
        ability = "- {when: often, do"
        cards = CARDS.replace(ability, f"- {{when: at_stand(stand), do: gain 1 points}}\n        {ability}")
        assert cards != CARDS
    do = mine(around.format(f"offer at_stand({OFFERED[what]})"))
    planted = game(do, more=MORE, cards=cards)
    decisions = 1 if "choose" in around else 0
    slow, fast, noting = (
        fault_of(machine, planted, decisions)
        for machine in (Match, FastMatch, partial(FastMatch, journal=True))
    )
    assert str(fast) == str(noting) == str(slow)
    assert told(fast.__context__) == told(noting.__context__) == told(slow)


@pytest.mark.parametrize("heard", [False, True], ids=["unheard", "heard"])
def test_a_window_is_opened_with_what_could_have_been_a_fault(heard):
    ability = "- {when: often, do"
    listens = f"- {{when: at_stand(shop), automatic: yes, do: gain 5 points}}\n        {ability}"
    cards = CARDS.replace(ability, listens) if heard else CARDS
    do = "move ace to me.table\nchoose n from 1 to 2\noffer at_stand(stands[n])\nchoose m from 1 to 2"
    planted = game(mine(do), more=MORE, cards=cards)
    for option, points in ((0, 0), (1, 5 if heard else 0)):
        slow, fast = Match(planted, 2), FastMatch(planted, 2)
        for match in (slow, fast):
            while match.decision.options[0].id != "1":
                match.apply(len(match.decision.options) - 1)
            match.apply(option)
        assert slow.state.v == fast.state.v
        assert slow.view(0)["players"]["Player1"]["counters"]["points"] == points


@pytest.mark.parametrize(("ending", "decisions"), [("gain 1 / (me.gold - 10) points", 0), ("above()", 1)])
def test_a_fault_in_the_ending_names_it(ending, decisions):
    planted = game("nothing", ending=mine(ending), more=MORE, cards=CARDS)
    slow, fast = (fault_of(machine, planted, decisions) for machine in (Match, FastMatch))
    assert told(fast) == told(fast.__context__) == told(slow)
    assert [slow.rule, *(cause.rule for cause in slow.above)][-1] == "ending"


WORDS = {
    "the question": (mine('choose n from 1 to 2 "Say {1 / (me.gold - 10)}"'), 0),
    "a later question": (
        mine('choose n from 1 to 2\ngain n gold\nchoose m from 1 to 2 "{1 / (me.gold - 11)}"'),
        1,
    ),
    "a branch": (mine('one of "x":\n  "a {1 / (me.gold - 10)}":\n    gain 1 gold\n  gain 1 points'), 0),
    "a question of an action": (mine("choose n from 1 to 2\nabove_all()"), 1),
}
SPEAKS = """
actions:
  above_all: {text: above, do: "speaks()"}
  speaks: {text: speaks, do: "choose n from 1 to 2 \\"Say {1 / (me.gold - 10)}\\""}
"""


@pytest.mark.parametrize("where", WORDS)
def test_a_fault_in_the_words_of_a_question_stops_the_match(where):
    do, decisions = WORDS[where]
    planted = game(do, more=SPEAKS)
    slow = fault_of(Match, planted, decisions)
    noting = fault_of(partial(FastMatch, journal=True), planted, decisions)
    assert str(noting) == str(slow)
    assert told(noting.__context__) == told(slow)
    # Without a journal the words are made when somebody looks.
    match = FastMatch(planted, 2)
    for _ in range(decisions):
        match.apply(0)
    copy = match.clone()
    with pytest.raises(RuleError) as caught:
        _ = match.decision
    assert str(caught.value) == str(slow)
    assert told(caught.value.__context__) == told(slow)
    assert match.failed is caught.value
    assert (match.decision, match.choices, match.turn) == (None, 0, -1)
    with pytest.raises(MatchFailed):
        match.apply(0)
    copy.apply(0)
    assert copy.over


ANY_TIME = """
actions:
  lab: {text: lab, do: "gain 1 points\\nset me.points to 1 / (me.gold - me.gold)"}
  slow_lab: {text: slow lab, do: "choose k from 1 to 1\\ngain 1 points\\nset me.points to 1 / (me.gold - me.gold)"}
"""
WAITING = """
kind: card
cards:
  ace: {front: {abilities: [{when: often, do: gain 1 points}]}, back: {}}
  bit: {front: {}, back: {}}
"""
ASKED = {
    "a number": "choose n from 1 to 2",
    "several": "choose any number of c from card_cards",
    "a freedom": 'may any number of times "X":\n  gain 1 points',
    "branches": 'one of "X":\n  gain 1 points\n  gain 2 points',
    "a menu": "move ace to me.table\noffer often",
}


@pytest.mark.parametrize("action", ["lab", "slow-lab"])
@pytest.mark.parametrize("what", ASKED)
def test_a_fault_in_the_action_of_any_decision_names_the_question(what, action):
    extra = f"at any decision: {action.replace('-', '_')}"
    planted = game(
        mine(f"gain 1 points\n{ASKED[what]}\ngain 1 points"), phase=extra, more=ANY_TIME, cards=WAITING
    )
    faults = []
    for machine in (Match, FastMatch, partial(FastMatch, journal=True)):
        match = machine(planted, 2)
        while "done" in match.decision.ids and action not in match.decision.ids:
            match.apply("done")
        with pytest.raises(RuleError) as caught:
            match.apply(action)
        faults.append(caught.value)
    slow, *fast = faults
    question = slow.above[-1]
    assert question.rule == "phase play"
    assert question.span.column > 1
    for error in fast:
        assert str(error) == str(slow)
        assert told(error.__context__) == told(slow)


SAYS = """
actions:
  says: {text: "says {1 / (me.gold - 10)}", do: gain 1 points}
  lets_say: {text: lets say, do: "gain 1 points\\nsays()"}
"""


@pytest.mark.parametrize(("do", "decisions"), [("says()", 0), ("choose n from 1 to 2\nlets_say()", 1)])
def test_a_fault_in_the_words_of_an_action_is_its_own(do, decisions):
    planted = game(mine(do), more=SAYS)
    slow = fault_of(Match, planted, decisions)
    noting = fault_of(partial(FastMatch, journal=True), planted, decisions)
    assert str(noting) == str(slow)
    assert (slow.rule, slow.above[-1].rule) == ("action says", "phase play")
    # Without a journal nobody says them.
    played(FastMatch, planted, decisions)


@pytest.mark.slow
@pytest.mark.parametrize("do", [mine("round_and_round()"), mine("while me.gold > 0:\n  gain 1 gold")])
def test_what_never_ends_runs_out_of_fuel(do):
    for machine in (Match, FastMatch):
        assert "end" in fault_of(machine, tiny(do), 0).message


LOOPS = {
    "a loop that could pause": 'while me.gold > 0:\n  choose a card from row.cards "Nothing"\n  gain 1 points',
    "a loop that pauses only forced": "while me.gold > 0:\n  choose n from 1 to 1",
    "actions that call each other": "ping()",
}
PING = """
actions:
  ping: {text: ping, do: "choose n from 1 to 1\\npong()"}
  pong: {text: pong, do: "choose n from 1 to 1\\nping()\\ngain 1 points"}
"""


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_fuel_covers_loops_that_can_pause_and_recursion(loop):
    planted = game(mine(LOOPS[loop]), more=PING)
    for machine in (Match, FastMatch):
        error = fault_of(machine, planted, 0)
        assert "end" in error.message
        assert error.span.file == "rules/tiny/game.yaml"


def test_recursion_that_asks_each_time_comes_to_an_end():
    planted = game(mine("ping()"), more=PING)
    match = FastMatch(planted, 2, ask_forced=True)

    def play_on():
        while match.choices:
            match.apply(0)

    with pytest.raises(RuleError, match="more than 200 levels deep"):
        play_on()


def test_a_fault_is_told_with_its_amounts_wherever_it_arises():
    for planted, decisions in (
        (tiny(mine("choose n from 1 to 2\ngain n points\npay 1000 gold")), 1),
        (tiny("nothing", mine("pay 1000 gold")), 0),
    ):
        slow, fast = (fault_of(machine, planted, decisions) for machine in (Match, FastMatch))
        assert "Player1 cannot pay 1000 gold: there is 10" in str(slow)
        assert str(fast) == str(slow)


def test_a_copy_that_was_dealt_anew_has_no_game_to_play_again():
    match = FastMatch(tiny(mine("choose n from 1 to 2\ngain n points\npay 1000 gold")), 2)
    copy, anew = match.clone(), match.resampled()
    with pytest.raises(RuleError, match="Player1 cannot pay 1000 gold") as known:
        copy.apply(0)
    with pytest.raises(RuleError, match="1000 cannot be paid") as plain:
        anew.apply(0)
    assert told(known.value) == told(plain.value)
    assert (copy.failed, anew.failed) == (known.value, plain.value)


def test_a_failed_match_refuses_every_further_step():
    match = FastMatch(tiny(mine("choose n from 1 to 2\ngain 1 / (n - 1) points")), 2)
    copy = match.clone()
    with pytest.raises(RuleError):
        match.apply("1")
    assert (match.decision, match.choices, match.turn) == (None, 0, -1)
    assert match.failed is not None
    with pytest.raises(MatchFailed):
        match.apply("2")
    with pytest.raises(IndexError):
        match._machine.step(match.state, 0)
    copy.apply("2")
    assert copy.over


@pytest.mark.parametrize("option", [-1, 2, 99, "x", ""])
def test_an_option_that_is_not_there_changes_nothing(option):
    match = FastMatch(tiny(mine("choose n from 1 to 2\ngain n points")), 2)
    before = match.clone()
    with pytest.raises(IllegalOption) as caught:
        match.apply(option)
    assert caught.value.legal == ("1", "2")
    assert (match.state, match.moves) == (before.state, ())
    if not isinstance(option, str):
        with pytest.raises(IndexError):
            match._machine.step(match.state, option)
        assert match.state == before.state
    match.apply(0)
    with pytest.raises(MatchOver):
        match.apply(0)


def test_positions_that_a_game_cannot_have_are_refused():
    from rulewright.interpreter.state.position import Begin

    with pytest.raises(BadPosition):
        FastMatch(tiny("nothing"), 2, begin=Begin(7, "play", lambda position: None))

"""The entries of the reference about effects: statements, choices, and blocks."""

from __future__ import annotations

from rulewright.interpreter.language.reference.entry import Entry, Group, Then, asked

_COUNTERS = (
    Entry(
        "gain",
        "gain NUMBER COUNTER [and NUMBER COUNTER ...]",
        "Adds to counters of the player who acts. A counter kept by an enum takes its value in"
        " square brackets.",
        "gain 2 score and 3 coins\ngain 1 goods[moon]",
        (Then("Ann.score == 2 and Ann.coins == 8 and Ann.goods[moon] == 1"),),
        ("gain", "amount"),
    ),
    Entry(
        "pay",
        "pay NUMBER COUNTER [and NUMBER COUNTER ...]",
        "Takes from counters. The amounts of one `pay` are one cost: all of it, or nothing. Where it"
        " leads an effect, the"
        " effect is offered only if it can be paid; elsewhere a payment that fails is a fault of the content.",
        'may "Pay for a point":\n  pay 5 coins\n  gain 1 score\nmay "Pay again":\n  pay 1 coins\n  gain 1 score',
        (asked("Ann", "yes, pass", "yes"), Then("Ann.score == 1 and Ann.coins == 0")),
        ("pay",),
    ),
    Entry(
        "lose",
        "lose NUMBER COUNTER [and NUMBER COUNTER ...]",
        "Takes what there is, down to the least value of the counter.",
        "lose 7 coins\nlose 7 luck",
        (Then("Ann.coins == 0 and Ann.luck == 0 - 7"),),
        ("lose",),
    ),
    Entry(
        "for each, behind amounts",
        "gain AMOUNTS for each NAME in LIST [where CONDITION]",
        "The amounts count once for each item, which they may use. With `pay`, all of them together"
        " are one cost.",
        "gain stone.weight score for each stone in shelf.low where stone.suit != sun",
        (Then("Ann.score == 5"),),
        ("per_each", "where"),
    ),
    Entry(
        "for every, behind amounts",
        "gain AMOUNTS for every NUMBER of NUMBER",
        "The amounts count once for every so many whole ones; a rest is dropped.",
        "gain 1 score for every 2 of me.coins",
        (Then("Ann.score == 2"),),
        ("per_every",),
    ),
    Entry(
        "set",
        "set PLACE to FORMULA",
        "Gives a new value to a counter, to a state of a component or of the game, or to the turn order.",
        "set me.coins to 1\nset game.leader to me\nset flint.marked to yes\nset turn_order to"
        " reversed(players)",
        (Then("Ann.coins == 1 and game.leader == Ann and flint.marked and turn_order[1] == Ben"),),
        ("set_",),
    ),
    Entry(
        "players who are out",
        "set turn_order to LIST OF PLAYERS",
        "Who is not in the turn order is out: takes no turn in it, is asked by no window, and has no cards in play; a"
        " loop over the turn order passes over who has left it meanwhile. Out of a round is who comes back when the"
        " rules set `turn_order` to `players`; out of the game who never does. No player stands in it twice.",
        "set turn_order to all(p in turn_order where p != me)",
        (Then("count(turn_order) == 1 and Ann not in turn_order and Ann in players"),),
    ),
)

_COMPONENTS = (
    Entry(
        "move",
        "move COMPONENT|LIST to ZONE",
        "Puts a component, or a list of them one by one, at the end of a zone. `none` and an empty"
        " list do nothing.",
        "move slate to me.hand\nmove [amber, onyx] to me.hand",
        (Then("Ann.hand[1] is slate and Ann.hand[3] is onyx and count(bag) == 1"),),
        ("move",),
    ),
    Entry(
        "move to the top",
        "move COMPONENT|LIST to top of ZONE  or  to bottom of ZONE",
        "Puts them in front. The front of a zone is its top: what `draw` and `first` take.",
        "move slate to top of bag",
        (Then("first(bag) is slate and count(bag) == 4"),),
    ),
    Entry(
        "all",
        "move all [NAME in] ZONE [where CONDITION] to ZONE",
        "Everything that lies in a zone now; so nobody moves a whole zone by a slip. Also behind"
        " `discard` and `flip`.",
        "move all x in shelf.low where x.weight > 1 to me.hand",
        (Then("count(Ann.hand) == 2 and count(shelf.low) == 1"),),
        ("all_of",),
    ),
    Entry(
        "draw",
        "draw NUMBER from ZONE to ZONE",
        "Moves so many from the front. If there are too few, the zone is refilled once, shuffled,"
        " from the zone it names"
        " under `refill from`: a player's own deck from the same player's pile, where players have one of that name."
        " Then it takes what there is.",
        "draw 2 from bag to me.hand",
        (Then("Ann.hand[1] is amber and Ann.hand[2] is onyx"),),
        ("draw",),
    ),
    Entry(
        "discard",
        "discard COMPONENT|LIST",
        "Moves each to the pile that is declared for its kind under `discards:`.",
        "discard flint",
        (Then("flint in heap"),),
        ("discard",),
    ),
    Entry(
        "flip",
        "flip COMPONENT|LIST",
        "Turns to the other side. Where its kind is active this opens the window for taken and"
        " flipped components.",
        "move guide to me.camp\nflip guide",
        (Then("guide.face == back and guide.wage == 2"),),
        ("flip",),
    ),
    Entry(
        "swap",
        "swap COMPONENT with COMPONENT",
        "Exchanges the places of two components. Each must be of a kind that the zone of the other takes.",
        "swap flint with onyx",
        (Then("shelf.low[1] is onyx and bag[2] is flint"),),
        ("swap",),
    ),
    Entry(
        "show, reveal, look at",
        "show COMPONENT|LIST to PLAYER|LIST   reveal COMPONENT|LIST   look at COMPONENT|LIST",
        "Lets players, everybody, or the player who acts see what lies where they do not see it. They know it until it"
        " is moved or shuffled, or until something else leaves that zone unseen, unless the zone is ordered.",
        "look at first(bag)\nreveal flint\nshow amber to players[1]",
        (Then("count(bag) == 3"),),
        ("show", "reveal", "look_at"),
    ),
    Entry(
        "shuffle",
        "shuffle ZONE|turn_order",
        "Brings a zone, or the turn order, into a random order. It depends on the seed, on the zone and on how often it"
        " was shuffled: a card more goes in somewhere and leaves the others, and other zones, in their order.",
        "shuffle bag",
        (Then("count(bag) == 3"),),
        ("shuffle",),
    ),
)

_CHOICES = (
    Entry(
        "choose one",
        'choose [a] NAME from LIST [where CONDITION] ["Question"]',
        "The player who acts chooses one; `a` or `an` in front of the name may be left out. The name stands for it"
        " to the end of the block. With nothing to choose the rest of the block is skipped."
        " Directly followed by `let`, `choose` and `pay`, only what can be paid is offered.",
        'choose a stone from shelf.low "Take a stone"\npay stone.weight + 3 coins\nmove stone to me.hand',
        (asked("Ann", "flint, slate", "slate"), Then("slate in Ann.hand and Ann.coins == 0")),
        ("choose", "one", "items"),
    ),
    Entry(
        "choose a number",
        'choose NAME from NUMBER to NUMBER [step NUMBER] [where CONDITION] ["Question"]',
        "The options are the numbers of the range for which the condition holds. Of several picks an item has a name of"
        " its own, as in `choose 2 ns from n in 1 to 6 where n != 3`.",
        'choose n from 1 to 9 step 2 where n != me.luck + 1 "How many"\npay n coins\ngain n score',
        (asked("Ann", "3, 5", "3"), Then("Ann.score == 3")),
        ("range",),
    ),
    Entry(
        "choose several",
        'choose NUMBER NAMES from [NAME in] LIST [where CONDITION] ["Question"]',
        "So many, or all if there are fewer; the name is a list, perhaps empty. Picks are asked in"
        " the order of the list.",
        'choose 2 xs from shelf.low "Two of them"\nmove xs to me.hand',
        (
            asked("Ann", "flint, slate", "flint"),
            asked("Ann", "slate, chalk", "chalk"),
            Then("count(Ann.hand) == 2"),
        ),
        ("exactly",),
    ),
    Entry(
        "choose up to",
        "choose up to NUMBER NAMES from LIST",
        "At most so many, also none; `done` ends the picking.",
        "choose up to 2 xs from x in shelf.low where x.weight < 3\nmove xs to me.hand",
        (asked("Ann", "flint, slate, done", "slate"), Then("count(Ann.hand) == 1")),
        ("up_to",),
    ),
    Entry(
        "choose any number",
        "choose any number of NAMES from LIST",
        "As many as the player likes, also none.",
        "choose any number of xs from shelf.low\nmove xs to me.hand",
        (
            asked("Ann", "flint, slate, chalk, done", "flint"),
            asked("Ann", "slate, chalk, done", "done"),
            Then("count(Ann.hand) == 1"),
        ),
        ("any_number",),
    ),
    Entry(
        "choose one or more",
        "choose one or more NAMES from LIST",
        "At least one; with nothing to choose the rest of the block is skipped.",
        "choose one or more xs from shelf.low\nmove xs to me.hand",
        (
            asked("Ann", "flint, slate, chalk", "slate"),
            asked("Ann", "chalk, done", "done"),
            Then("count(Ann.hand) == 1"),
        ),
        ("some",),
    ),
    Entry(
        "may",
        'may "Question":',
        "Asks `yes` or `pass`, if the block can start; else it is not asked.",
        'may "Take a stone":\n  choose a stone from shelf.low\n  move stone to me.hand',
        (asked("Ann", "yes, pass", "pass"), Then("count(Ann.hand) == 0")),
        ("may",),
    ),
    Entry(
        "may, repeated",
        'may up to NUMBER times "Question":',
        "Asks again after each `yes`, until `done` or until it has been carried out so often.",
        'may up to 2 times "Work":\n  gain 1 score',
        (asked("Ann", "yes, done", "yes"), asked("Ann", "yes, done", "yes"), Then("Ann.score == 2")),
        ("at_most_times",),
    ),
    Entry(
        "may, any number of times",
        'may any number of times "Question":',
        "Asks again as long as the block can start and the answer is `yes`.",
        'may any number of times "Trade":\n  pay 2 coins\n  gain 1 score',
        (
            asked("Ann", "yes, done", "yes"),
            asked("Ann", "yes, done", "yes"),
            Then("Ann.coins == 1 and Ann.score == 2"),
        ),
        ("any_times",),
    ),
    Entry(
        "one of",
        'one of ["Question"]:  with branches  "Label" [if CONDITION]: BLOCK  or a bare statement',
        "Asks for one of the branches that can start and whose condition holds; the option's id is"
        " the label in small"
        " letters with hyphens. With no branch left it is skipped.",
        'one of "Take":\n  "Two points" if me.coins > 9: gain 2 score\n  "5 coins": gain 5 coins\n  gain 1 luck',
        (asked("Ann", "5-coins, gain-1-luck", "5-coins"), Then("Ann.coins == 10")),
        ("one_of", "branch", "self_named"),
    ),
    Entry(
        "one of, for each of a list",
        'one of:  with branches  "Label" for each NAME in LIST [where CONDITION] [if CONDITION]: BLOCK',
        "One option for each item, beside the single ones: what a player may do is one decision, however many cards"
        " it can be done with. The name stands in the label, the condition and the block. Numbers are for `choose`.",
        'one of "Your turn":\n  "Take {stone}" for each stone in shelf.low where stone.suit != sun:\n'
        '    pay stone.weight + 2 coins\n    move stone to me.hand\n  "Pass": gain 1 luck',
        (
            asked("Ann", "take-slate, take-chalk, pass", "take-chalk"),
            Then("chalk in Ann.hand and Ann.coins == 0"),
        ),
        ("one_of", "branch", "self_named"),
    ),
)

_BLOCKS = (
    Entry(
        "let",
        "let NAME = FORMULA",
        "Names a value to the end of the block.",
        "let n = count(shelf.low)\ngain n * n score",
        (Then("Ann.score == 9"),),
        ("let_",),
    ),
    Entry(
        "if, else if, else",
        "if CONDITION: BLOCK  [else if CONDITION: BLOCK ...]  [else: BLOCK]",
        "Carries out the block of the first condition that holds. A block is one statement behind"
        " the colon, or lines"
        " that are indented deeper.",
        "if me.coins > 9:\n  gain 1 score\nelse if me.coins > 4:\n  gain 2 score\nelse: gain 3 score",
        (Then("Ann.score == 2"),),
        ("if_", "else_if", "else_", "block"),
    ),
    Entry(
        "as",
        "as PLAYER: BLOCK",
        "In the block another player acts.",
        "as players[2]:\n  gain 1 score",
        (Then("Ann.score == 0 and Ben.score == 1"),),
        ("as_player",),
    ),
    Entry(
        "as each",
        "as each NAME in LIST OF PLAYERS [where CONDITION]: BLOCK",
        "Carries out the block for each, who acts in it.",
        'as each player in turn_order:\n  choose a stone from shelf.low "Take"\n  move stone to me.hand',
        (
            asked("Ann", "flint, slate, chalk", "chalk"),
            asked("Ben", "flint, slate", "slate"),
            Then("chalk in Ann.hand and slate in Ben.hand"),
        ),
        ("as_each",),
    ),
    Entry(
        "for each",
        "for each NAME in LIST [where CONDITION]: BLOCK",
        "Carries out the block for each item of the list as it is now; who acts stays the same. An"
        " item that has left its"
        " zone before its turn is passed over, and `where` is asked when its turn comes.",
        "for each stone in shelf.low where stone.weight > 1:\n  gain stone.weight score\n  move"
        " stone to me.hand",
        (Then("Ann.score == 5 and count(shelf.low) == 1"),),
        ("for_each",),
    ),
    Entry(
        "for each number",
        "for each NAME from NUMBER to NUMBER: BLOCK",
        "Carries out the block for each number, both ends included.",
        "for each n from 1 to 3:\n  gain n score",
        (Then("Ann.score == 6"),),
        ("count_from",),
    ),
    Entry(
        "repeat",
        "repeat NUMBER times: BLOCK",
        "Carries out the block so often.",
        "repeat 3 times: gain 2 score",
        (Then("Ann.score == 6"),),
        ("repeat",),
    ),
    Entry(
        "while",
        "while CONDITION: BLOCK",
        "Carries out the block as long as the condition holds, tested before each turn. A loop"
        " without an end is a fault"
        " that names its rule.",
        "while me.coins > 1:\n  lose 2 coins\n  gain 1 score",
        (Then("Ann.coins == 1 and Ann.score == 2"),),
        ("while_",),
    ),
    Entry(
        "an action",
        "NAME(FORMULA, ..., PARAMETER = FORMULA)",
        "Carries out an action of the game. Arguments stand by position or, behind those, by name;"
        " defaults fill the rest."
        " Where the action's `needs` do not hold it is passed over.",
        "earn(2)\nearn(1, extra = 3)",
        (Then("Ann.coins == 11"),),
        ("call", "args", "arg"),
    ),
    Entry(
        "run",
        "run COMPONENT.FIELD",
        "Carries out the effect printed in a field, with that component as `this`; who acts stays the same.",
        "run well.deed",
        (Then("Ann.coins == 7"),),
        ("run",),
    ),
    Entry(
        "offer",
        "offer WINDOW[(FORMULA, ...)]",
        "Opens a window: abilities that wait for it may be used now.",
        "offer fair(sun)\ngain 1 score",
        (Then("Ann.score == 1"),),
        ("offer",),
    ),
    Entry(
        "turn ends",
        "turn ends",
        "Puts back, for everybody, what is declared to last a turn.",
        "gain 1 score\nturn ends",
        (Then("Ann.score == 1"),),
        ("turn_ends",),
    ),
    Entry(
        "finish game",
        "finish game",
        "Ends the rounds at once. The ending still runs, then the result is taken.",
        "gain 1 score\nfinish game\ngain 10 score",
        (Then("Ann.score == 1"),),
        ("finish",),
    ),
    Entry(
        "nothing",
        "nothing",
        "Does nothing, where an effect must stand.",
        'one of "Which":\n  "Gain": gain 1 score\n  "Leave it": nothing',
        (asked("Ann", "gain, leave-it", "leave-it"), Then("Ann.score == 0")),
        ("nothing",),
    ),
)

_CHANCE = (
    Entry(
        "random",
        "let NAME = random(NUMBER, NUMBER)",
        "A random number, both ends included. Only in `let` and `set`, where it is drawn once.",
        "let n = random(3, 3)\ngain n score",
        (Then("Ann.score == 3"),),
    ),
    Entry(
        "random_of",
        "let NAME = random_of(LIST)",
        "A random item of a list; `none` of an empty one.",
        "set game.leader to random_of([me])",
        (Then("game.leader == Ann"),),
    ),
)

EFFECT_GROUPS = (
    Group(
        "Counters and states",
        "What Ann carries out is shown, and what holds afterwards.",
        "effect",
        _COUNTERS,
    ),
    Group("Components", "Moving and turning what lies on the table.", "effect", _COMPONENTS),
    Group(
        "Choices", "A decision shows the ids offered, in their order, and the one taken.", "effect", _CHOICES
    ),
    Group("Blocks, loops and calls", "How effects are put together.", "effect", _BLOCKS),
    Group(
        "Chance",
        "The state holds the chance, so the same seed and choices give the same game.",
        "effect",
        _CHANCE,
    ),
)

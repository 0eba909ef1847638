"""The entries of the reference about declarations: what stands in the files of a game."""

from __future__ import annotations

from rulewright.interpreter.language.reference.entry import Entry, Group, Step, Then, asked


def _entry(
    name: str, form: str, meaning: str, example: str, tried: str, *steps: Step, rules: tuple[str, ...] = ()
) -> Entry:
    return Entry(name, form, meaning, example.strip("\n"), steps, rules, tried)


_THINGS = (
    _entry(
        "enums",
        "enums: {NAME: {all: LIST, values: [...], titles: {VALUE: words}}}",
        "A closed list of names; `all` names the list of its values. Where a value of the enum is"
        " wanted its names need no"
        " prefix.",
        "enums:\n  sky: {all: skies, values: [clear, cloudy], titles: {clear: A clear sky}}",
        'choose a sky from skies "Look up"\nif sky == cloudy:\n  gain 1 score',
        asked("Ann", "clear, cloudy", "cloudy"),
        Then("Ann.score == 1"),
    ),
    _entry(
        "more values",
        "enums: {NAME: {more values: [...], titles: {VALUE: words}}}",
        "More values for an enum that is declared elsewhere, for the rules of a pack.",
        "enums:\n  tempo: {more values: [headlong], titles: {headlong: Head over heels}}",
        'choose a pace from tempos "Run"\nif pace == headlong:\n  gain 1 score',
        asked("Ann", "slow, fast, headlong", "headlong"),
        Then("Ann.score == 1"),
    ),
    _entry(
        "cards of a kind",
        "enums: {NAME: {all: LIST, cards of: KIND}}",
        "An enum whose values are the printed cards of a kind, by their ids. So a card of which there are copies can be"
        " named by fields, states, counters and players, who choose from the list. Each component of the kind has a"
        " field of the enum's name: the card that it is. A card of a pack that takes the place of another stands under"
        " that one's id.",
        "enums:\n  jewel: {all: jewels, cards of: gem}\n"
        "kinds:\n  gem: {all: gems, fields: {beside: jewel or none}}\n  pile: {all: piles, fields: {of: jewel}}\n"
        "components:\n  gem:\n    ruby: {copies: 3}\n    opal: {copies: 2, beside: ruby}\n"
        "  pile: {heap-of-opals: {of: opal}}",
        "let gem = first(x in gems where x.jewel == heap-of-opals.of)\nif gem != none:\n"
        "  gain count(x in gems where x.jewel == gem.beside) score\n"
        'choose a jewel from jewels "Name a gem"\nif jewel == opal: gain 10 score',
        asked("Ann", "ruby, opal", "opal"),
        Then("Ann.score == 13"),
    ),
    _entry(
        "kinds",
        "kinds: {NAME: {all: LIST, fields: {...}, state: {...}, zones: {...}, active in: [...],"
        " back: FIELD|[...], sides: 2, per player: N, keeps owner: yes, title: words, text: words}}",
        "A sort of component: the typed fields printed on each, the state each carries, zones of its"
        " own, the zones of"
        " players where its abilities and changes work. Fields without a default must be stated by"
        " each card, except"
        " flags (no), lists (empty), effects (absent) and what may be none. A title may have two forms, `M{an|en}`;"
        " `text` is what each card says besides its own effects, a template that knows `this`. The fields at `back`"
        " are printed on the back: who sees that one lies somewhere, but not which, sees them.",
        "kinds:\n  gem: {all: gems, text: 'Sold{if not this.polished: for less}.', fields: {size: number,"
        " polished: flag}, state: {sold: flag}}\n"
        "components:\n  gem:\n    ruby: {size: 3}\n    opal: {size: 2, polished: yes}",
        "gain gem.size score for each gem in gems where not gem.polished\nset opal.sold to yes",
        Then("Ann.score == 3 and opal.sold and not ruby.sold"),
    ),
    _entry(
        "grids",
        "kinds: {NAME: {all: LIST, grid: {columns: N, rows: N, prefix: WORD}, ...}}",
        "A board of cells: components `a1`, `b1` ... from the lower left, or `PREFIX-a1`. Each has the fields `column`"
        " and `row` (numbers from 1), `neighbours` (those that share an edge) and `around` (those that touch it, too),"
        " `next[DIRECTION]` (none at the edge) and `ray[DIRECTION]`, all cells from this one to the edge. Directions"
        " are `north`, `north-east` ... `north-west`, of an enum `direction` with the list `directions`; a game that"
        " declares that enum itself may have fewer. `components:` may say more of single cells.",
        "kinds:\n  cell: {all: cells, grid: {columns: 3, rows: 2}, fields: {fertile: flag}, state: {herd: number}}\n"
        "components:\n  cell: {b1: {fertile: yes}}",
        'choose a cell from a1.neighbours "Settle"\nset cell.herd to count(cell.ray[east]) + 1\n'
        "if cell.next[north] == b2 and cell.fertile:\n  gain count(cell.around) score",
        asked("Ann", "a2, b1", "b1"),
        Then("b1.herd == 2 and Ann.score == 5"),
    ),
    _entry(
        "lines",
        "kinds: {NAME: {all: LIST, lines: {of: KIND, length: N}, ...}}",
        "The straight lines of so many cells of a grid, each a component of its own; the field with its cells is"
        " called as the list of their kind.",
        "kinds:\n  cell: {all: cells, grid: {columns: 3, rows: 3}, state: {mark: player}}\n"
        "  row3: {all: rows_of_three, lines: {of: cell, length: 3}}",
        "for each cell in [a1, b2, c3]:\n  set cell.mark to me\n"
        "gain count(row3 in rows_of_three where every c in row3.cells has c.mark == me) score",
        Then("Ann.score == 1 and count(rows_of_three) == 8"),
    ),
    _entry(
        "types",
        "number  flag  player  ENUM  KIND [or KIND]  list of TYPE  TYPE by ENUM  TYPE or none "
        " effect  text  [= DEFAULT]",
        "The types of fields. States are numbers, flags, players, values of enums and components;"
        " they start at 0, no or"
        " none, unless a default says otherwise: `mood: number = 3`."
        " Only what is of a type with `or none`, and states that start so, may be none; `or none` goes with a"
        " player, an enum and kinds. A number that may be left out has a default.",
        "kinds:\n  gem: {all: gems, fields: {price: number by suit, likes: list of suit, mate: gem"
        " or none, size: number = 4}}\n"
        "components:\n  gem:\n    ruby: {price: {sun: 1, moon: 2, star: 3}, likes: [sun], mate: opal}\n"
        "    opal: {price: {sun: 4, moon: 5, star: 6}}",
        "gain ruby.price[star] + ruby.size score\nif opal.mate == none and moon not in ruby.likes:\n"
        "  gain 10 score",
        Then("Ann.score == 17"),
        rules=("field_type", "named_type", "list_type"),
    ),
    _entry(
        "bounds of fields",
        "fields: {NAME: {type: TYPE, at least: N, at most: N, each once: yes, about: words}}",
        "What a card may state. A number, and each number kept by an enum, is within the bounds; a list has so many"
        " entries, and with `each once` none of them twice. A list of at least 1 entry must be stated. Any other card"
        " is a finding.",
        "kinds:\n  gem:\n    all: gems\n    fields:\n      size: {type: number, at least: 0, at most: 9}\n"
        "      suits: {type: list of suit, at least: 1, each once: yes}\n"
        "components:\n  gem:\n    ruby: {size: 3, suits: [sun, star]}",
        "gain ruby.size + count(ruby.suits) score",
        Then("Ann.score == 5"),
    ),
    _entry(
        "who sees it",
        "visible to: all|owner|others|no one  or  FORMULA  or  [FORMULA, ...]",
        "Who sees a zone, a counter or a state: everybody, its owner, all others, nobody, or the players that formulas"
        " give at that moment. These read counters, states of the game, `players` and, of what belongs to somebody,"
        " `owner`; what all players see, everybody sees who watches.",
        "counters:\n  scouted: {}\n  force: {visible to: all(p in players where p == owner or p.scouted > 0)}",
        "gain 3 force and 1 scouted\ngain me.force score",
        Then("Ann.score == 3"),
    ),
    _entry(
        "counters",
        "counters: {NAME: {start: N, at least: N|none, by: ENUM, title: words, text: {gain: words, ...}, told: no,"
        " visible to: WHO, lasts: a turn|a phase|a round}}",
        "A number of each player, or one for each value of an enum. It starts at 0 and is never less"
        " than 0 unless that is"
        " said. One that is visible to no one, or says `told: no`, is the rules' own bookkeeping: no transcript tells"
        " its changes. A title may have two forms, `Coin{|s}`, for one and for several. Where the title would read"
        " badly, `text` says how cards speak: `gain`, `pay`, `lose` and `set` are said in place of it, `each` behind"
        " `for each`, `has` and `none` of the `player` who has some, or none. They are templates in which `number`"
        " stands for the number, and the enum's name for the entry.",
        "counters:\n  favour: {start: 3, at least: none}\n  wood: {start: 1, by: suit, title: 'log{|s}', told: no,"
        " text: {each: '{suit} log of the {player}'}}",
        "lose 5 favour\ngain 2 wood[moon]",
        Then("Ann.favour == 0 - 2 and Ann.wood[moon] == 3 and Ann.wood[sun] == 1"),
    ),
    _entry(
        "lasts a turn, a phase or a round",
        "counters: {NAME: {lasts: a turn|a phase|a round}}  state: {NAME: {type: TYPE, lasts: ...}}",
        "A counter or a state, also one of a kind, that is put back to what it starts with, for everybody, at the end"
        " of each turn, phase or round. Phases and rounds end by themselves, unless `finish game` ends them all; a turn"
        " ends where a rule says `turn ends`. What happens *until the end of the turn* is such a number or flag, and"
        " values that look at it.",
        "counters:\n  speed: {start: 1, lasts: a turn}",
        "gain 3 speed\ngain me.speed score\nturn ends\ngain 10 * me.speed score",
        Then("Ann.score == 14 and Ann.speed == 1"),
    ),
    _entry(
        "state of the game",
        "state: {NAME: TYPE}  or  NAME: {type: TYPE, about: words, visible to: all|no one|FORMULA, told: no}",
        "What the game itself remembers, spoken `game.NAME`. Transcripts leave out what is not `told`; states of kinds"
        " may say so, too. A state that is visible to no one is the rules' secret; one of a kind may be seen by the"
        " `owner` of the component or by `others` alone.",
        "state: {storms: number, finder: {type: player, told: no}}",
        "set game.storms to game.storms + 2\nset game.finder to me",
        Then("game.storms == 2 and game.finder == Ann"),
    ),
    _entry(
        "state of each player",
        "state: {of each player: {NAME: TYPE  or  {type: TYPE, about: words, told: no, visible to: all|owner|others|no"
        " one, lasts: ...}}}",
        "What each player is or has that is no number: a flag, a value of an enum, a player, a component. It is spoken"
        " `PLAYER.NAME`, set, and starts at no or none. Numbers are counters. An `about` that begins with"
        " `Whether the player` is how cards say the flag.",
        "state:\n  of each player:\n    safe: flag\n    rival: {type: player, visible to: owner}\n"
        "    favourite: suit = moon",
        "set me.safe to yes\nset me.rival to players[2]\nif me.safe and me.rival != none and me.favourite == moon:\n"
        "  gain 4 score\ngain count(p in players where not p.safe) score",
        Then("Ann.score == 5 and Ann.safe and not Ben.safe and Ben.rival == none"),
    ),
    _entry(
        "zones",
        "zones: {NAME: {holds: KIND, size: N, ordered: yes, refill from: ZONE,"
        " shows: nothing | top card | all, visible to: WHO, told: no,"
        " others see: the number | nothing}, GROUP: {NAME: {...}}, of each player: {NAME: {...}}}",
        "Places for components: of the game, in groups, and of each player. A full zone takes no"
        " more: that is a fault. Through a zone that is not `told` components only pass: transcripts tell where"
        " from and where to.",
        "zones:\n  table:\n    left: {holds: stone, size: 1}\n  of each player:\n    box: {holds:"
        " stone, visible to: owner}",
        "move flint to table.left\nmove slate to me.box",
        Then("flint in table.left and count(Ann.box) == 1 and slate.owner == Ann"),
    ),
    _entry(
        "tables",
        "tables: {NAME: {KEY: N, ..., otherwise: N, steps: down}}",
        "Numbers by keys of one sort a level: numbers, or the values of an enum. `otherwise` stands"
        " for every other key;"
        " with `steps: down` a missing number takes the largest key below it.",
        "tables:\n  income: {steps: down, 1: 2, 4: 5}\n  dole: {sun: {1: 7}, moon: {1: 8}, star: {1: 9}}",
        "gain income[3] score\ngain income[9] score\ngain dole[moon][1] score",
        Then("Ann.score == 15"),
    ),
    _entry(
        "table",
        "table: {order: [PART, ...], groups: {TITLE: [PART, ...]}, folded: [PART, ...], left out: [PART, ...],"
        " grid: {KIND: [[ID, ...], ...]}, shows: {KIND: [FIELD, ...]}, counters: [COUNTER, ...],"
        " colours: {ENUM: {VALUE: colour}}, symbols: {NAME: sign}, sizes: {KIND: width x height}}",
        "How the table looks in the browser; no rule reads it. A part is a zone of the game, a group of zones, or a"
        " kind. A colour is # with six digits, a symbol stands for a counter, a field or the values of an enum, and"
        " sizes are those of printed cards in millimetres.",
        "table:\n  counters: [score]\n  shows: {stone: [weight]}",
        "gain 1 score",
        Then("Ann.score == 1"),
    ),
    _entry(
        "options",
        "options: {NAME: {default: yes|no|WORD|N, values: [...]  or  at least: N, at most: N, title: words}}",
        "A variant that is chosen when a game is opened, spoken `options.NAME`: a flag, one of some words, or a number"
        " of a range.",
        "options:\n  calm: {default: yes}\n  length: {default: brief, values: [brief, long]}\n"
        "  target: {default: 20, at least: 1, at most: 100}",
        "if options.calm and options.length == brief:\n  gain options.target + 1 score",
        Then("Ann.score == 21"),
    ),
)

_RULES = (
    _entry(
        "actions",
        "actions: {NAME(PARAMETERS): {text: words, told: words|no, needs: CONDITION, do: EFFECT}}",
        "A word of the game's own vocabulary. A parameter says its type by `is`, by its default, or"
        " by being named like a"
        " kind, an enum or `player`. An action sees its parameters and who acts, nothing else of its caller."
        " Transcripts tell it by its text, or as `told` says, where they should show the numbers.",
        "actions:\n  take(stone, levy is number, dole = levy):\n    text: Take {stone}\n    told: Take {stone} for"
        " {levy}\n    needs:"
        " me.coins > levy\n"
        "    do: |\n      pay levy coins\n      move stone to me.hand\n      gain dole score",
        "take(slate, 2)\ntake(chalk, 1, dole = 4)\ntake(flint, 9)",
        Then("count(Ann.hand) == 2 and Ann.score == 6 and Ann.coins == 2"),
        rules=("head", "param"),
    ),
    _entry(
        "values",
        "values: {NAME(PARAMETERS): {is: FORMULA, at least: N, at most: N, told: yes}}",
        "A named formula. Cards may change a value whose first parameter is a player or a component,"
        " its subject. One of a player that says `told: yes` is shown to the players beside their counters.",
        "values:\n  worth(stone): {is: stone.weight * 2, at most: 5}",
        "gain worth(slate) score\ngain worth(chalk) score",
        Then("Ann.score == 9"),
    ),
    _entry(
        "windows",
        "windows: {NAME(PARAMETERS): {who: each player in turn order|me, limit: once a round|once"
        " each time|any number of times, takes part: CONDITION, automatic: CONDITION, opens: when taken or"
        " flipped|before leaving}}",
        "A moment at which abilities may be used. The machine opens the two sorts with `opens`; all"
        " others are opened by"
        " `offer`. `takes part` knows the `player` who is about to be asked. With `automatic`, a condition on"
        " options alone, abilities that say `automatic: yes` happen without being asked only where it holds; else"
        " they are offered like the others.",
        "windows:\n  feast: {who: each player in turn order, takes part: player.coins > 5}",
        "offer feast\ngain 1 score",
        Then("Ann.score == 1"),
    ),
    _entry(
        "origins",
        "origins: {WORD: WHAT IT IS}",
        "Where the texts and numbers of components come from; card files name these words under `origin:`. `new`"
        " needs no declaration.",
        "origins: {field-book: Measured by the author.}",
        "gain 1 score",
        Then("Ann.score == 1"),
    ),
    _entry(
        "former names",
        "former names: {NAME: OLD NAME}",
        "What a renamed thing was called at first: chance goes on knowing it by that name, so shuffles and random"
        " numbers come out as before. `rulewright rename` writes it.",
        "components: {stone: {gravel: {suit: sun, weight: 1}}}\nformer names: {gravel: scree}",
        "gain gravel.weight score",
        Then("Ann.score == 1"),
    ),
    _entry(
        "discards",
        "discards: {KIND: ZONE}",
        "The pile to which `discard` moves components of a kind.",
        "zones: {drawer: {holds: peg}}\ndiscards: {peg: drawer}",
        "discard first(me.kit)",
        Then("count(drawer) == 1"),
    ),
    _entry(
        "set-up and ending",
        "setup: EFFECT  ending: {do: EFFECT}",
        "What happens before the first round and after the last. Nobody acts there of himself.",
        "ending:\n  do: |\n    as each player in players where player.coins > 4:\n      gain 10 score",
        "gain 1 score",
        Then("Ann.score == 11 and Ben.score == 10"),
    ),
)

_COURSE = (
    _entry(
        "rounds and phases",
        "rounds: {number: N, every: {phases: [...]}}  or  NAME: {rounds: [...], phases: [...]} "
        " phases: {NAME: {do: EFFECT}}",
        "How many rounds there are, 1000 at most, and the phases of each kind of round in order.",
        "rounds:\n  number: 3\n  plain: {rounds: [1, 2], phases: [work]}\n  last: {rounds: [3],"
        " phases: [work, rest_day]}\n"
        "phases:\n  work:\n    do: |\n      as players[1]:\n        gain round score\n"
        "  rest_day:\n    do: |\n      as players[1]:\n        gain 100 score",
        "",
        Then("Ann.score == 106"),
        rules=("effect",),
    ),
    _entry(
        "rounds until something holds",
        "rounds: {until: CONDITION, at most: N, every: {phases: [...]}}",
        "Rounds follow one another until the condition holds at the end of one. `at most` is how many are enough for"
        " any game, 1000 if it is not said: one more is a fault of the content, and no result. With `at most` alone"
        " only `finish game` ends the rounds.",
        "rounds:\n  until: any(player in players where player.score >= 5)\n  at most: 20\n  every: {phases: [work]}\n"
        "phases:\n  work:\n    do: |\n      as players[1]:\n        gain 2 score",
        "",
        Then("Ann.score == 6 and round == 3"),
    ),
    _entry(
        "at any decision",
        "phases: {NAME: {do: EFFECT, at any decision: ACTION}}",
        "Adds an action, if it can start, to the decisions of the phase's own text; afterwards the"
        " same decision is made"
        " anew.",
        "rounds: {number: 1, every: {phases: [main]}}\nactions:\n  trade:\n    text: Trade\n    do: |\n"
        "      pay 3 coins\n      gain 1 score\nphases:\n  main:\n    at any decision: trade\n    do: |\n"
        '      as players[1]:\n        may "Work":\n          gain 10 score',
        "",
        asked("Ann", "yes, pass, trade", "trade"),
        asked("Ann", "yes, pass", "yes"),
        Then("Ann.score == 11 and Ann.coins == 2"),
    ),
    _entry(
        "secret phases",
        "phases: {NAME: {secret: yes, do: EFFECT}}",
        "Marks a phase whose choices the others must not see: they are told only that a player has chosen, not what was"
        " asked and answered, and of its effects what their zones and counters show. The players choose one after"
        " another, which is the same as at once. A warning tells where an effect behind a choice gives it away: it is"
        " to be kept where only its owner sees it, until a later phase.",
        "rounds: {number: 1, every: {phases: [bid, reveal]}}\ncounters: {bid: {visible to: owner}}\nphases:\n"
        "  bid:\n    secret: yes\n    do: |\n      as each player in players:\n"
        '        choose n from 0 to 3 "Bid"\n        gain n bid\n'
        "  reveal:\n    do: |\n      as each player in players:\n"
        "        pay me.bid coins\n        gain me.bid score",
        "",
        asked("Ann", "0, 1, 2, 3", "2"),
        asked("Ben", "0, 1, 2, 3", "3"),
        Then("Ann.score == 2 and Ben.coins == 2"),
    ),
    _entry(
        "result",
        "result: {rank: LIST OF PLAYERS, by: [FORMULA, ...]}",
        "Who is ranked, and by what of the `player`, the most important first; the first number is the score. Who has"
        " the best numbers wins.",
        "rounds: {number: 1, every: {phases: [main]}}\nphases: {main: {do: nothing}}\n"
        "result: {rank: all(p in players where p.coins > 4), by: [player.score * 10 + player.coins]}",
        "",
        Then("Ann.coins == 5"),
    ),
    _entry(
        "won together, teams",
        "result: {rank: ..., by: [...], won: CONDITION, team: FORMULA}",
        "With `won`, a condition of the `player`, those who are ranked have won of whom it holds, whatever the numbers:"
        " so all win together, or nobody does, and there is a score all the same. With `team`, which is the same for"
        " all players of a team, a winner's team wins, too.",
        "rounds: {number: 1, every: {phases: [main]}}\nphases: {main: {do: nothing}}\n"
        "result: {rank: players, by: [player.score], won: sum(p.score for each p in players) >= 25}",
        "",
        Then("Ann.score == 0"),
    ),
    _entry(
        "estimate",
        "estimate: FORMULA",
        "How good a position is for the `player`, on the scale of the score; bots look at it while the game runs, and"
        " nothing else does. Without it a position counts as the result would rank now, and who is not ranked stands"
        " behind all by as much as is missing.",
        "rounds: {number: 1, every: {phases: [main]}}\nphases: {main: {do: nothing}}\n"
        "result: {rank: players, by: [player.score]}\nestimate: player.score + (player.coins - 1) / 2",
        "",
        Then("Ann.score == 0 and Ann.coins == 5"),
    ),
)

_CARDS = (
    _entry(
        "cards",
        "kind: KIND  cards: {ID: {name: words, copies: N, FIELD: value, front: {...}, back: {...},"
        " abilities: [...], changes: [...]}}",
        "The components of one kind, each under its id. What a side says of a field wins over what"
        " the card says. Copies"
        " are called `ID-1`, `ID-2`.",
        "kind: helper\ncards:\n  scout:\n    copies: 2\n    wage: 3\n    front: {}\n    back: {name:"
        " Old Scout, wage: 5}",
        'choose a helper from x in bench where x is scout "Which"\nmove helper to me.camp\nflip helper\n'
        "gain helper.wage score",
        asked("Ann", "scout-1, scout-2", "scout-2"),
        Then("Ann.score == 5"),
    ),
    _entry(
        "rows",
        "kind: KIND  columns: [FIELD, ...]  rows: {ID: [value, ...]}",
        "Components that differ in their fields only, one a line.",
        "kind: stone\ncolumns: [suit, weight]\nrows:\n  jade: [moon, 7]\n  basalt: [sun, 9]",
        "gain jade.weight score",
        Then("Ann.score == 7"),
    ),
    _entry(
        "number of components",
        "copies: N  |  per player: N  |  players: N, or N to N",
        "Of how many components a card or a row stands: so many in the game, or so many for each player, to"
        " whom they belong at first. With `players` it is in the game only with so many players, and cannot"
        " be named alone. All three may be columns.",
        "kind: stone\ncolumns: [players, per player, suit, weight]\nrows:\n  jade: [2 to 3, 2, moon, 7]\n"
        "  basalt: [4, 1, sun, 9]",
        "gain count(x in stones where x is jade and x.owner == me) score\n"
        "gain 10 * count(x in stones where x is basalt) score",
        Then("Ann.score == 2"),
    ),
    _entry(
        "words of a card",
        "printed: WORDS  |  replaces: ID, or PACK/ID",
        "`printed` are the words on the card, or on one of its sides: a warning tells where their numbers, or their"
        " `may`, disagree with what it does. In a pack `replaces` says whose place the card takes: that of a card of"
        " the game, or behind the name of an earlier pack that of the card which this one has there.",
        "kind: spot\ncards:\n  pond: {limit: 1, deed: gain 3 score, printed: Take three points.}",
        "run pond.deed",
        Then("Ann.score == 3"),
    ),
    _entry(
        "abilities",
        "abilities: [{when: WINDOW(ARGUMENTS), if: CONDITION, do: EFFECT, automatic: yes, limit: ...}]",
        "What the side can do in a window, once a round unless the window or the ability says"
        " otherwise. Arguments that"
        " are no parameters of the window must be equal, and never change. With `automatic: yes` it happens"
        " without being asked, unless its window says otherwise.",
        "kind: helper\ncards:\n  scout:\n    wage: 1\n    front:\n      abilities:\n        - {when:"
        " fair(moon), do: gain 2 score}\n"
        "        - {when: fair(suit), if: this.wage == 1, do: gain 10 score, automatic: yes}\n    back: {}",
        "move scout to me.camp\noffer fair(moon)",
        asked("Ann", "scout, done", "scout"),
        Then("Ann.score == 12"),
        rules=("pattern",),
    ),
    _entry(
        "abilities and changes in some zones only",
        "{when: WINDOW, from: ZONE or [ZONE, ...], do: EFFECT}  {value: NAME, from: ZONE, add: N}",
        "Of the zones in which the kind is active, those in which alone this ability or change works: a reaction"
        " `from: hand` beside a change `from: camp`. Without it all of them.",
        "kind: helper\ncards:\n  scout:\n    wage: 1\n    front:\n      abilities:\n"
        "        - {when: fair(suit), from: camp, do: gain 2 score}\n    back: {}",
        "move scout to me.camp\noffer fair(moon)",
        asked("Ann", "scout, done", "scout"),
        Then("Ann.score == 2"),
    ),
    _entry(
        "changes",
        "changes: [{value: NAME(PARAMETERS), if: CONDITION, for: all|opponents, to: N, add: N, at"
        " least: N, at most: N}]",
        "How the side changes a value while it is active: of its owner, unless it says `for`.",
        "kind: helper\ncards:\n  scout:\n    wage: 1\n    front:\n      changes:\n        - {value:"
        " power(player), add: 2}\n"
        "        - {value: price(stone), if: stone.suit == sun, to: 9}\n    back: {}",
        "move scout to me.camp\nmove [flint, slate] to me.hand",
        Then("power(Ann) == 3 and power(Ben) == 1 and price(flint) == 9 and price(slate) == 2"),
    ),
)

DECLARATION_GROUPS = (
    Group(
        "What a game consists of",
        "Each piece stands in a rules file; the effect below it is carried out by Ann.",
        "rules",
        _THINGS,
    ),
    Group("What may happen", "As above.", "rules", _RULES),
    Group("The course of a game", "These pieces are the whole course of a game.", "main", _COURSE),
    Group("Cards", "Each piece is a card file; the effect below it is carried out by Ann.", "cards", _CARDS),
)

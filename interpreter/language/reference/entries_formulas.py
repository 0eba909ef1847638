"""The entries of the reference about formulas and texts."""

from __future__ import annotations

from rulewright.interpreter.language.reference.entry import Entry, Gives, Group


def _entry(name: str, form: str, meaning: str, example: str, value: str, *rules: str) -> Entry:
    return Entry(name, form, meaning, example, (Gives(value),), rules)


_NAMES = (
    _entry("number", "5", "A whole number.", "12", "12", "number"),
    _entry("yes, no", "yes  no", "The two flags.", "yes", "yes", "yes", "no"),
    _entry(
        "none",
        "none",
        "Nobody or nothing; equal only to itself.",
        "first(player.camp) == none",
        "yes",
        "none",
    ),
    _entry(
        "a name",
        "NAME",
        "A parameter or a bound name, else a value of the enum that is wanted, else a component, a"
        " list, a zone.",
        "flint",
        "flint",
        "name",
    ),
    _entry(
        "players",
        "players  turn_order  round",
        "The players by seat, or by turn; the round.",
        "turn_order",
        "Ann, Ben",
    ),
    _entry(
        "of a player",
        "PLAYER.COUNTER  PLAYER.ZONE",
        "A counter or a zone.",
        "player.hand",
        "flint, chalk",
        "field",
    ),
    _entry(
        "of a component",
        "COMPONENT.FIELD",
        "What is printed on the side that lies up, its states and zones, `owner`, `face`, `sides`,"
        " and, by the name of a"
        " kind, the component of that kind in whose zone it lies. A field of `none` is `none`.",
        "flint.owner",
        "Ann",
    ),
    _entry(
        "of the game",
        "game.STATE  options.NAME",
        "States of the game, and its variants.",
        "options.weather == dry",
        "yes",
    ),
    _entry(
        "in brackets",
        "LIST[NUMBER]  COUNTER[VALUE]  TABLE[KEY]",
        "An entry of a list, counted from 1; of a counter or field kept by an enum; of a table.",
        "bounty[player.hand[2].suit]",
        "3",
        "index",
    ),
    _entry("a list", "[A, B]", "A list written out, of one type.", "[slate, amber]", "slate, amber", "list"),
)

_CALCULATION = (
    _entry(
        "+ and -",
        "A + B  A - B",
        "Sum and difference; a minus has blanks around it.",
        "player.coins - 2 + 1",
        "4",
        "add",
    ),
    _entry("lists joined", "LIST + LIST", "One list behind the other.", "count(bag + player.hand)", "5"),
    _entry("* and /", "A * B  A / B", "Product and quotient; division rounds down.", "7 / 2 * 2", "6", "mul"),
    _entry(
        "rounded up",
        "A / B rounded up",
        "A division that rounds up, also below zero. `rounded down` may be written, too.",
        "7 / 2 rounded up",
        "4",
    ),
    _entry(
        "mod",
        "A mod B",
        "What a division rounded down leaves over: from 0 to B - 1 for a B above 0.",
        "(3 - 5) mod 6",
        "4",
    ),
    _entry("minus", "-A", "The number with its sign changed.", "-player.coins", "-5", "minus"),
    _entry(
        "compare",
        "A == B  A != B  A < B ...",
        "Comparisons; they do not chain.",
        "3 <= player.coins",
        "yes",
        "compare",
    ),
    _entry(
        "lists compared",
        "LIST == LIST  LIST != LIST",
        "Lists are equal that have the same items in the same order.",
        "player.hand == [flint, chalk] and player.hand != [chalk, flint]",
        "yes",
    ),
    _entry("and", "A and B", "Both hold.", "player.coins > 1 and player.coins < 4", "no", "and_"),
    _entry(
        "or", "A or B", "One of them holds, or both.", "player.coins > 1 or player.coins < 0", "yes", "or_"
    ),
    _entry("not", "not A", "It does not hold.", "not flint.marked", "yes", "not_"),
    _entry(
        "is",
        "A is KIND|CARD",
        "What a component is; never so for `none`.",
        "first(player.hand) is stone",
        "yes",
        "is_a",
    ),
    _entry(
        "is not", "A is not KIND|CARD", "The contrary.", "first(player.hand) is not flint", "no", "is_not_a"
    ),
    _entry("in", "A in LIST", "Whether a list or a zone holds it.", "slate in player.hand", "no", "member"),
    _entry("not in", "A not in LIST", "The contrary.", "slate not in player.hand", "yes", "not_member"),
    _entry(
        "every ... has",
        "every NAME in LIST [where C] has CONDITION",
        "Whether each item fulfils a condition; so too when there is none.",
        "every x in player.hand has x.weight > 0",
        "yes",
        "every",
    ),
    _entry(
        "a value",
        "NAME(FORMULA, ...)",
        "A value of the rules, as cards change it.",
        "weight_of(player) + 1",
        "5",
        "call_value",
    ),
    _entry(
        "by cases",
        "lines  FORMULA if CONDITION , the last  FORMULA otherwise",
        "The formula of the first condition that holds.",
        "10 if player.coins > 8\n5 if player.coins > 4\n0 otherwise",
        "5",
        "cases",
        "case",
        "otherwise",
    ),
    _entry(
        "let, in a formula",
        "lines  let NAME = FORMULA , then the formula or its cases",
        "Names a value for the rest of the formula. It is worked out once, before the lines behind it.",
        "let held = count(player.hand)\nlet rest = 5 - held\nrest * rest if held > 1\n0 otherwise",
        "9",
        "named",
        "named_cases",
        "naming",
    ),
)

_AGGREGATES = (
    _entry(
        "count",
        "count([NAME in] LIST [where C])",
        "How many.",
        "count(x in player.hand where x.weight > 1)",
        "1",
        "aggregate",
    ),
    _entry(
        "any",
        "any([NAME in] LIST [where C])",
        "Whether there is one.",
        "any(x in player.hand where x.suit == moon)",
        "no",
    ),
    _entry(
        "first",
        "first([NAME in] LIST [where C])",
        "The first, or none. Where `any(...)` of the same list has been asked it is something: further on in the same"
        " condition, and in the first statement below it.",
        "first(x in stones where x.weight > 1)",
        "slate",
    ),
    _entry(
        "all",
        "all(NAME in LIST where C)",
        "Those that fulfil it, as a list.",
        "all(x in stones where x.suit == sun)",
        "flint, amber",
    ),
    _entry(
        "sum",
        "sum(NUMBER for each NAME in LIST [where C])",
        "The sum.",
        "sum(x.weight for each x in player.hand)",
        "4",
        "fold",
    ),
    _entry(
        "max, min over a list",
        "max(NUMBER for each NAME in LIST)",
        "The largest or smallest; of nothing 0.",
        "max(x.weight for each x in stones)",
        "4",
    ),
    _entry(
        "max, min of numbers",
        "max(A, B, ...)  min(A, B, ...)",
        "The largest or smallest.",
        "min(3, player.coins)",
        "3",
        "pick",
    ),
)

_RANKINGS = (
    _entry(
        "place of",
        "place of A among NAME in LIST [where C] by KEY [rising], ... ties worse|better|in order",
        "The place, from 1; largest key first unless `rising`. Of those that tie, all take the worse"
        " place, all the"
        " better one, or each its own in the order of the list. 0 for what is not among them. Later"
        " keys break ties.",
        "place of player among p in players by p.score, p.coins ties better",
        "1",
        "ranking",
        "key",
    ),
    _entry(
        "ranked",
        "ranked(NAME in LIST [where C] by KEY [rising], ...)",
        "The items sorted, largest first unless `rising`; what ties keeps its order.",
        "ranked(x in stones where x.suit != star by x.weight rising)",
        "flint, onyx, slate, amber",
        "ranked",
    ),
    _entry(
        "rotated",
        "rotated(LIST, NUMBER)",
        "The list begun so many later; the head goes behind.",
        "rotated(players, 1)",
        "Ben, Ann",
    ),
    _entry("reversed", "reversed(LIST)", "The list from its end.", "reversed(suits)", "star, moon, sun"),
    _entry(
        "starting_with",
        "starting_with(A, LIST)",
        "The list turned until A leads.",
        "starting_with(moon, suits)",
        "moon, star, sun",
    ),
    _entry(
        "one_after",
        "one_after(A, LIST)",
        "What comes behind A in a list, round and round: the first comes after the last. A list without A is a fault.",
        "one_after(moon, suits)",
        "star",
    ),
    _entry(
        "one_before",
        "one_before(A, LIST)",
        "What comes in front of A in a list, round and round: the last comes before the first.",
        "one_before(sun, suits)",
        "star",
    ),
    _entry(
        "index_of",
        "index_of(A, LIST)",
        "The position of A in a list, from 1; 0 when it is not there.",
        "index_of(moon, suits)",
        "2",
    ),
    _entry(
        "next_to",
        "next_to(A, B)",
        "Whether two components lie side by side in one zone.",
        "next_to(flint, chalk)",
        "yes",
    ),
)

_TEXTS = (
    _entry(
        "{formula}",
        "words {FORMULA} words",
        "The value as a person reads it, by its type.",
        "{n} coins for {stone}",
        "3 coins for Flint",
    ),
    _entry(
        "{if}",
        "{if CONDITION: words}",
        "Words that come and go; braces may stand in them.",
        "Take {n}{if n > 2: , all {n} of them}",
        "Take 3, all 3 of them",
    ),
    _entry(
        "{one|several}",
        "{FORMULA} words {WORDS|WORDS}",
        "The first words behind one, the second behind several (and behind `you`, in the English of cards): it agrees"
        " with the formula before it.",
        "{n} stone{|s} {is|are} lost, {stone} {is|are} not",
        "3 stones are lost, Flint is not",
    ),
    _entry(
        "{each}",
        "{each NAME in LIST: words}",
        "Words for each item of a list, with commas between.",
        "From {each suit in suits: {suit}}",
        "From The Sun, moon, star",
    ),
    _entry(
        "{any}",
        "{any NAME in LIST: words}",
        "The same with `or` before the last: one of them is meant.",
        "Pay with {any suit in suits: {suit}}",
        "Pay with The Sun, moon or star",
    ),
)

FORMULA_GROUPS = (
    Group(
        "Names and members",
        "`player` is Ann. She holds `flint` and `chalk`, Ben `slate`; both have 5 coins, and Ann has"
        " a score of 3.",
        "formula",
        _NAMES,
    ),
    Group("Calculation and conditions", "As above.", "formula", _CALCULATION),
    Group(
        "Aggregates",
        "As above. They take a list, a zone or the list of a kind or an enum.",
        "formula",
        _AGGREGATES,
    ),
    Group("Rankings and lists", "As above.", "formula", _RANKINGS),
    Group(
        "Texts",
        "Prompts, labels and the texts of actions. Here `n` is 3 and `stone` is `flint`.",
        "template",
        _TEXTS,
    ),
)

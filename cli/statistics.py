"""The numbers of a simulation as JSON, and as text with small charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.interpreter.bots.bots import is_searching
from rulewright.interpreter.knowledge.fairness import left_as_they_are
from rulewright.interpreter.study.counts import CardCount, Count, FlowCount, Spread
from rulewright.interpreter.study.intervals import Interval, told_difference
from rulewright.interpreter.study.plan import Plan

_SPREAD = ("least", "lower", "median", "upper", "largest")
_BARS = "▁▂▃▄▅▆▇█"
_MOST_COLUMNS = 24


# ---------------------------------------------------------------- JSON
def as_json(plan: Plan, count: Count) -> dict[str, Any]:
    """Return everything that was counted as plain data."""
    return {
        "game": plan.game.id,
        "title": plan.game.title,
        "players": len(plan.names),
        "bots": list(plan.bots),
        "options": dict(plan.options),
        "seed": plan.seed,
        "games": count.games,
        "tells_differences_of": round(told_difference(count.games, len(plan.names)), 4),
        "seats": [
            {
                "seat": seat.seat + 1,
                "bot": seat.bot,
                "wins": seat.wins,
                "shared": seat.shared,
                "share": seat.share,
                "interval": _interval(seat.interval),
                "scores": _spread(seat.scores),
                "mean": None if seat.mean is None else round(seat.mean, 4),
                "mean_interval": _interval(seat.mean_interval),
                "unranked": seat.unranked,
            }
            for seat in count.seats
        ],
        "by_bot": [
            {
                "bot": bot.bot,
                "seats": bot.seats,
                "share": round(bot.share, 4),
                "interval": _interval(bot.interval),
                "even": round(bot.even, 4),
            }
            for bot in count.bots
        ],
        "scores": _spread(count.scores),
        "margins": _spread(count.margins),
        "margin_counts": [[margin, games] for margin, games in count.margin_counts.items()],
        "decisions": _spread(count.decisions),
        "rounds": _spread(count.rounds),
        "details": plan.details,
        "cards": [_card(plan, card) for card in count.cards],
        "flows": [
            {
                "counter": flow.counter,
                "title": plan.game.counters[flow.counter].title or flow.counter,
                "rule": flow.rule,
                "rises": flow.rises,
                "each_game": round(flow.each_game, 4),
                "rounds": [round(number, 4) for number in flow.rounds],
            }
            for flow in count.flows
        ],
    }


def _card(plan: Plan, card: CardCount) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": plan.game.cards[card.card].id,
        "uses": card.uses,
        "users": card.users,
        "winners": card.winners,
        "held": card.held,
        "holders": card.holders,
        "holder_wins": round(card.holder_wins, 4),
    }
    if plan.details:
        life = card.life
        told |= {
            "offered": life.offered,
            "chosen": life.chosen,
            "taken": life.taken,
            "bought": life.bought,
            "takers": card.takers,
            "taker_wins": round(card.taker_wins, 4),
        }
    factor = None if card.factor is None else round(card.factor, 4)
    return {**told, "factor": factor, "factor_interval": _interval(card.factor_interval)}


def _interval(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(interval.low, 4), round(interval.high, 4)]


def _spread(spread: Spread | None) -> dict[str, float] | None:
    return None if spread is None else {name: _number(getattr(spread, name)) for name in _SPREAD}


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


# ---------------------------------------------------------------- text
def text_of(plan: Plan, count: Count) -> Iterator[str]:
    """Yield everything that was counted as lines for people."""
    options = "".join(f", {name} {value}" for name, value in plan.options.items())
    games = f"{count.games} game{'' if count.games == 1 else 's'}"
    yield f"{plan.game.title}: {games} of {len(plan.names)} players, from seed {plan.seed}{options}"
    yield ""
    yield from _seats(plan, count)
    if len(count.bots) > 1:
        yield ""
        yield from _bots(count)
    left = left_as_they_are(plan.game)
    if left and any(is_searching(kind) for kind in plan.bots):
        names = ", ".join(name.replace("_", " ") for name in left)
        yield f"not dealt anew, so that bots which look ahead know it: {names}"
    yield ""
    for name, spread in (
        ("all scores", count.scores),
        ("ahead of the second", count.margins),
        ("decisions", count.decisions),
        ("rounds", count.rounds),
    ):
        yield f"{name:<55}  {_cells(spread)}".rstrip()
    if count.margin_counts:
        yield f"ahead of the second, how often: {bars(count.margin_counts)}"
    yield from _cards(plan, count)
    yield from _flows(plan, count.flows)
    yield ""
    yield sample_in_words(count.games, len(plan.names))


def sample_in_words(games: int, seats: int) -> str:
    """Return what so many games can tell."""
    if not games:
        return "no game tells anything"
    points = told_difference(games, seats) * 100
    shown = f"{points:.0f}" if points >= 2 else f"{points:.1f}"
    noun = "1 game tells" if games == 1 else f"{games:,} games tell"
    return f"{noun} differences of {shown} point{'' if shown == '1' else 's'} and more between shares of wins"


def _seats(plan: Plan, count: Count) -> Iterator[str]:
    width = max(8, *(len(bot) + 2 for bot in plan.bots))
    yield f"{'seat':<6}{'bot':<{width}}{'wins':>6}{'shared':>8}{'share':>8}{'95 %':>15}  {_HEAD}{'unranked':>10}"
    for seat in count.seats:
        yield (
            f"{seat.seat + 1:<6}{seat.bot:<{width}}{seat.wins:>6}{seat.shared:>8}{seat.share:>8.1%}"
            f"{_percent(seat.interval):>15}  {_cells(seat.scores)}{seat.unranked:>10}"
        )
    if any(seat.unranked for seat in count.seats):
        # Only then are the words needed, and they take long to be read in.
        from rulewright.interpreter.english.ranked import who_is_ranked
        from rulewright.interpreter.english.words import uncapitalized

        span = plan.game.rank.span
        yield f"unranked: {uncapitalized(who_is_ranked(plan.game)).removesuffix('.')} ({span.file}:{span.line})"


def _bots(count: Count) -> Iterator[str]:
    for bot in count.bots:
        yield (
            f"{bot.bot} in {bot.seats} seat{'' if bot.seats == 1 else 's'}: {bot.share:.1%} of all wins"
            f" ({_percent(bot.interval)}), even would be {bot.even:.1%}"
        )


def _cards(plan: Plan, count: Count) -> Iterator[str]:
    used = sorted(count.cards, key=lambda card: (-card.uses, -card.held, card.card))
    if not used:
        return
    width = max(len(plan.game.cards[card.card].id) for card in used)
    more = ("offered", "taken", "bought") if plan.details else ()
    yield ""
    yield (
        f"{'card':<{width}}{'uses':>8}{'users':>8}{'won':>8}{'held':>8}"
        + "".join(f"{name:>9}" for name in more)
        + f"{'factor':>8}{'95 %':>12}"
    )
    for card in used:
        won = f"{card.winners / card.users:.1%}" if card.users else ""
        factor = "" if card.factor is None else f"{card.factor:.2f}"
        between = card.factor_interval
        sure = "" if between is None else f"{between.low:.2f}-{between.high:.2f}"
        yield (
            f"{plan.game.cards[card.card].id:<{width}}{card.uses:>8}{card.users:>8}{won:>8}{card.held:>8}"
            + "".join(f"{getattr(card.life, name):>9}" for name in more)
            + f"{factor:>8}{sure:>12}"
        ).rstrip()
    who = "took it" if plan.details else "had it at the end"
    yield f"factor: how many times their even share of wins players got who {who}"


def _flows(plan: Plan, flows: Sequence[FlowCount]) -> Iterator[str]:
    if not flows:
        return
    width = max(len(flow.rule) for flow in flows)
    counter = ""
    for flow in flows:
        if flow.counter != counter:
            counter = flow.counter
            yield ""
            title = plan.game.counters[counter].title or counter
            yield f"{title}, all players together, each game; then round by round"
        chart = bars(dict(enumerate(map(abs, flow.rounds))))
        yield f"  {flow.rule:<{width}}{flow.each_game:>+10.2f}  {chart}"


def bars(counts: Mapping[int, float]) -> str:
    """Return a small chart: a bar for each number from the least to the largest, or for a few of them together."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    together = -(-(high - low + 1) // _MOST_COLUMNS)
    columns = [0.0] * ((high - low) // together + 1)
    for number, count in counts.items():
        columns[(number - low) // together] += count
    top = max(columns) or 1.0
    drawn = "".join(" " if not column else _BARS[min(7, int(column / top * 7.999))] for column in columns)
    return f"{low} {drawn} {high}"


_HEAD = "".join(f"{name:>8}" for name in _SPREAD)


def _percent(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.1%}-{interval.high:.1%}"


def _cells(spread: Spread | None) -> str:
    if spread is None:
        return f"{'':>40}"
    return "".join(f"{_number(getattr(spread, name)):>8}" for name in _SPREAD)

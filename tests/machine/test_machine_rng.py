"""Random numbers follow from seed, name and count alone, on every platform and however they are reckoned."""

import math
from collections import Counter
from itertools import pairwise, permutations

import pytest

from rulewright.interpreter.state import rng

LIKELY = 4.5
"""How many standard deviations a chi-squared sum may lie off; by chance it is so far off once in 300,000 times."""


def is_even(counts: Counter, cells: int) -> bool:
    """Say whether so many cells were met as evenly as chance meets them, by the normal limit of chi-squared."""
    expected = counts.total() / cells
    assert expected >= 5
    off = sum((counts[cell] - expected) ** 2 for cell in counts) / expected
    off += (cells - len(counts)) * expected
    return abs(off - (cells - 1)) < LIKELY * math.sqrt(2 * (cells - 1))


def order(drawn: int, names: list[int]) -> tuple[int, ...]:
    found = rng.marks(drawn, names)
    return tuple(sorted(range(len(names)), key=found.__getitem__))


def test_the_numbers_of_a_stream_are_those_of_splitmix64():
    # As published with the generator's reference code, for the seed 1234567.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [rng.draw(1234567, 0, count) for count in range(1, 6)] == published
    assert [rng.draw(1234500, 67, count) for count in range(1, 6)] == published


def test_the_hash_of_a_name_is_blake2b_of_its_words():
    # Of `printf 'card\\0model\\0000\\0001' | b2sum -l 64`, the bytes from the last to the first.
    assert rng.hash_of("card", "model", 0, 1).to_bytes(8, "little").hex() == "7573ed3549da0177"
    assert rng.hash_of("card", "model") != rng.hash_of("cardmodel")
    assert rng.hash_of("żółw", "龜") == rng.hash_of("żółw", "龜")


@pytest.mark.parametrize("size", [0, 1, 5, 6, 7, 33, 400])
def test_marks_reckoned_at_once_are_those_reckoned_one_by_one(size):
    names = [rng.hash_of("card", number) for number in range(size)]
    for drawn in (0, 7, 2**63 + 11, 2**64 - 1):
        expected = [rng.mixed(drawn + name) for name in names]
        assert list(rng.marks(drawn, names)) == expected
        if size:
            assert list(rng.marks_of_lanes(drawn, [rng.lane(name) for name in names])) == expected


def test_the_mark_of_a_name_does_not_depend_on_the_others():
    names = [rng.hash_of("card", number) for number in range(40)]
    found = dict(zip(names, rng.marks(99, names), strict=True))
    fewer = names[::-3]
    assert list(rng.marks(99, fewer)) == [found[name] for name in fewer]


def test_numbers_that_would_favour_small_ones_are_drawn_again():
    # 3 * 2**62 has one run in 2**64 and a part of a second one, which begins there.
    n = 3 * 2**62
    assert rng.below(n - 1, n) == n - 1
    assert rng.below(n, n) == rng.below(rng.mixed(n + 0x9E3779B97F4A7C15), n)
    assert rng.below(5, 1) == 0
    with pytest.raises(ValueError, match="0 to -1"):
        rng.below(5, 0)


@pytest.mark.parametrize("n", [2, 3, 6, 13, 100])
@pytest.mark.parametrize("by", ["seed", "count", "stream"])
def test_numbers_are_even_whether_seeds_counts_or_streams_follow_one_another(n, by):
    stream = rng.hash_of("random", "setup", "die", 1)
    drawn = {
        "seed": lambda i: rng.draw(i, stream, 1),
        "count": lambda i: rng.draw(17, stream, i),
        "stream": lambda i: rng.draw(17, rng.hash_of("random", "action", "throw", f"die-{i}", 1), 1),
    }[by]
    assert is_even(Counter(rng.below(drawn(i), n) for i in range(20_000)), n)


@pytest.mark.parametrize("by", ["seed", "count"])
def test_all_permutations_of_five_are_as_likely(by):
    names = [rng.hash_of("card", id_, 0, 1) for id_ in ("ace", "bit", "cog", "dot", "eel")]
    stream = rng.hash_of("shuffle", "game", "deck", 0)
    met = Counter(
        order(rng.draw(i, stream, 1) if by == "seed" else rng.draw(3, stream, i), names)
        for i in range(24_000)
    )
    assert is_even(met, len(list(permutations(names))))


@pytest.mark.parametrize("size", [2, 9, 52, 200])
def test_every_card_is_as_likely_at_every_place(size):
    names = [rng.hash_of("card", f"c{number}", 0, 1) for number in range(size)]
    stream = rng.hash_of("shuffle", "game", "deck", 0)
    met: Counter = Counter()
    for seed in range(max(400, 8 * size)):
        met.update(enumerate(order(rng.draw(seed, stream, 1), names)))
    # Each row and each column adds up, so there are fewer that are free than cells.
    expected = met.total() / size**2
    off = sum((met[place, card] - expected) ** 2 for place in range(size) for card in range(size)) / expected
    free = (size - 1) ** 2
    assert abs(off - free) < LIKELY * math.sqrt(2 * free) + 1


def test_neighbours_follow_one_another_in_either_order_as_often():
    size = 30
    names = [rng.hash_of("card", "coin", 0, copy + 1) for copy in range(size)]
    stream = rng.hash_of("shuffle", "game", "bag", 0)
    pairs: Counter = Counter()
    for seed in range(600):
        found = order(rng.draw(seed, stream, 1), names)
        pairs.update(pairwise(found))
    assert is_even(pairs, size * (size - 1))


@pytest.mark.parametrize("other", ["stream", "count", "seed"])
def test_one_shuffle_says_nothing_of_another(other):
    names = [rng.hash_of("card", f"c{number}", 0, 1) for number in range(4)]
    stream, beside = (rng.hash_of("shuffle", "game", name, 0) for name in ("deck.a", "deck.b"))
    pairs = Counter(
        (
            order(rng.draw(i, stream, 1), names),
            order(
                rng.draw(
                    i + (other == "seed"), beside if other == "stream" else stream, 1 + (other == "count")
                ),
                names,
            ),
        )
        for i in range(12_000)
    )
    assert is_even(pairs, 24 * 24)


def test_a_card_more_goes_in_at_every_place_as_often():
    names = [rng.hash_of("card", f"c{number}", 0, 1) for number in range(17)]
    new = rng.hash_of("card", "night-seamstress", 0, 1)
    stream = rng.hash_of("shuffle", "game", "deck", 0)
    places: Counter = Counter()
    for seed in range(4_000):
        drawn = rng.draw(seed, stream, 1)
        with_it = order(drawn, [*names, new])
        assert tuple(card for card in with_it if card != 17) == order(drawn, names)
        places[with_it.index(17)] += 1
    assert is_even(places, 18)

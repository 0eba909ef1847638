"""What a resumed function needs of its frame is loaded once on each path, and before anything could change it."""

from textwrap import dedent

import pytest

from interpreter.compiler.code import Code, Line
from interpreter.compiler.loading import with_loads

SLOTS = {"x_a": 1, "x_b": 2, "x_c": 3}


def loaded(text: str, *, journal: bool = False) -> str:
    """Write lines with their loads; a line that ends in `# note` stands there only with a journal."""
    code = Code()
    for line in dedent(text).strip("\n").splitlines():
        words = line.lstrip(" ")
        depth = (len(line) - len(words)) // 4
        is_note = words.endswith("  # note")
        plain = words.removesuffix("  # note")
        code.lines.append(Line(depth, "" if is_note else plain, None, plain if is_note else ""))
    return with_loads(code, SLOTS).source(journal=journal)[0]


CASES = {
    "before the first line that needs it": (
        "y = 1\nz = x_b\nz = x_b + x_a",
        "y = 1\nx_b = f[2]\nz = x_b\nx_a = f[1]\nz = x_b + x_a\n",
    ),
    "what is set anew is not loaded": ("x_a = 2\ny = x_a", "x_a = 2\ny = x_a\n"),
    "what is set from itself is": ("x_a = x_a + 1", "x_a = f[1]\nx_a = x_a + 1\n"),
    "what is added to is": ("x_a += 1", "x_a = f[1]\nx_a += 1\n"),
    "inside a block that is left at its end": (
        """
        if y:
            z = x_a
            return x_b
        return x_a
        """,
        "if y:\n    x_a = f[1]\n    z = x_a\n    x_b = f[2]\n    return x_b\nx_a = f[1]\nreturn x_a\n",
    ),
    "before a block that goes on": (
        """
        if y:
            x_a = 3
        return x_a + x_b
        """,
        "x_a = f[1]\nif y:\n    x_a = 3\nx_b = f[2]\nreturn x_a + x_b\n",
    ),
    "before a loop, all that it needs": (
        """
        while True:
            if not (x_a < 3): break
            x_a += 1
            if x_b:
                y = x_c
                return False
        return x_c
        """,
        """
        x_a = f[1]; x_b = f[2]; x_c = f[3]
        while True:
            if not (x_a < 3): break
            x_a += 1
            if x_b:
                y = x_c
                return False
        return x_c
        """,
    ),
    "before an if with an else": (
        """
        if y:
            return x_a
        else:
            z = x_b
        return x_b
        """,
        """
        x_a = f[1]; x_b = f[2]
        if y:
            return x_a
        else:
            z = x_b
        return x_b
        """,
    ),
    "a block inside a block": (
        """
        if y:
            if x_a:
                return x_b
            return x_c
        return 0
        """,
        """
        if y:
            x_a = f[1]
            if x_a:
                x_b = f[2]
                return x_b
            x_c = f[3]
            return x_c
        return 0
        """,
    ),
}


@pytest.mark.parametrize(("text", "wanted"), CASES.values(), ids=CASES)
def test_loads_stand_where_they_are_needed(text, wanted):
    assert loaded(text) == dedent(wanted).lstrip("\n")


def test_a_note_loads_only_with_a_journal():
    text = """
    note(x_a)  # note
    if y:
        note(x_b)  # note
        return 1
    return x_a
    """
    assert loaded(text) == "if y:\n    return 1\nx_a = f[1]\nreturn x_a\n"
    assert loaded(text, journal=True) == (
        "x_a = f[1]\nnote(x_a)\nif y:\n    x_b = f[2]\n    note(x_b)\n    return 1\nx_a = f[1]\nreturn x_a\n"
    )


def test_a_note_behind_what_is_set_anew_tells_the_new_value():
    text = "x_a = 2\nnote(x_a)  # note"
    assert loaded(text, journal=True) == "x_a = 2\nnote(x_a)\n"

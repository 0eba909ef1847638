"""The public interface is written down in docs/python.md, signature by signature: it does not change unmentioned."""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from pathlib import Path

from followed import fences

import rulewright

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "python.md"


def signature(of: object) -> str:
    """The parameters of something that is called, as they are written; no names of modules before types."""
    told = str(inspect.signature(of)).replace("'", "")
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", told)


def members(class_: type) -> Iterator[str]:
    """What a class offers by itself or by a class of ours above it, in the order of the alphabet."""
    found = {}
    for above in reversed(class_.__mro__):
        if above.__module__.startswith("rulewright"):
            found |= vars(above)
            found |= dict.fromkeys(vars(above).get("__annotations__", {}))
    for name, value in sorted(found.items()):
        if name.startswith("_"):
            continue
        if isinstance(value, classmethod | staticmethod):
            yield f"    {name}{signature(value.__func__)}"
        elif inspect.isfunction(value):
            yield f"    {name}{signature(value)}"
        else:
            yield f"    {name}"


def lines() -> Iterator[str]:
    for name in rulewright.__all__:
        value = getattr(rulewright, name)
        if not inspect.isclass(value):
            yield f"{name}{signature(value)}"
        elif issubclass(value, Exception):
            above = value.__mro__[1].__name__
            yield f"class {name}({above})"
            if not any(issubclass(value, other) for other in (rulewright.MatchError,)):
                yield from members(value)
        elif issubclass(value, Enum):
            yield f"class {name}: {', '.join(member.name for member in value)}"
        else:
            yield f"class {name}"
            yield from members(value)


def listed() -> str:
    """What stands in the page between the fences of its list."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("## Every name\n")
    found = re.search(r"^```text\n(.*?)^```$", rest, re.MULTILINE | re.DOTALL)
    assert found is not None, "docs/python.md has no list below `## Every name`"
    return found[1]


def test_the_page_lists_every_public_name_with_its_signature():
    told = "".join(f"{line}\n" for line in lines())
    assert listed() == told, f"docs/python.md: the list below `## Every name` should be\n{told}"


def test_the_examples_of_the_page_print_what_stands_below_them(capsys):
    blocks = fences(PAGE)
    examples = [(one, two) for one, two in pairwise(blocks) if one.language == "python"]
    assert examples
    for example, answer in examples:
        exec(example.text, {})
        assert answer.language == "text", example.place
        assert capsys.readouterr().out.rstrip("\n") == answer.text, example.place

"""Errors of the schema library in plain words, at the node that is wrong; none of its own text reaches anybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import cast

from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language_versions import changed_key, told
from rulewright.interpreter.schema.cut_texts import cut_message
from rulewright.interpreter.schema.violation import Violation
from rulewright.interpreter.source import Entry, MappingNode, Node, Plain, ScalarNode, SequenceNode

_SORTS = {
    "object": "a mapping (lines of `key: value`)",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
}
_FLAGS = {
    "true": "yes",
    "on": "yes",
    "y": "yes",
    "1": "yes",
    "false": "no",
    "off": "no",
    "n": "no",
    "0": "no",
}
_RANGE = re.compile(r"\s*([0-9]+)\s*(?:-|\u2013|to|\.\.+|or)\s*([0-9]+)\s*")
_NUMBER_LIKE = re.compile(r"\s*[+-]?[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?\s*")
# What stands below one key of a card and not below another: the key that tells, and the other key.
_ELSEWHERE = {"abilities": ({"value"}, "changes"), "changes": ({"when", "do"}, "abilities")}
# A message names the known keys when they fit into a glance.
_MOST_NAMED = 12


class Explainer:
    """Turns what is wrong with one file into findings; `pieces` are keys that come from cut texts, already noted."""

    def __init__(self, findings: Findings, pieces: frozenset[ScalarNode]) -> None:
        self._findings = findings
        self._pieces = pieces
        # What the unknown keys of a mapping probably meant: such a key is then not missing as well.
        self._meant: dict[Node, set[str]] = {}
        self._elsewhere: set[Node] = set()

    def add_all(self, violations: Iterable[Violation]) -> None:
        """Add one finding for each mistake. Unknown keys come first, since they explain missing ones."""
        for found in sorted(violations, key=lambda found: found.keyword != "additionalProperties"):
            if found.about_key:
                self._wrong_name(found)
            else:
                _EXPLANATIONS[found.keyword](self, found)

    # ---- keys

    def unknown_keys(self, found: Violation) -> None:
        mapping, known = found.mapping, found.known_keys
        unknown = [entry for entry in mapping.entries if entry.key.text not in known]
        if self._belongs_elsewhere(found, unknown):
            return
        missing = [key for key in found.schema.get("required", []) if mapping.get(key) is None]
        for entry in unknown:
            if entry.key in self._pieces:
                continue
            if (
                mapping.flow
                and isinstance(entry.value, ScalarNode)
                and entry.value.plain
                and not entry.value.text
            ):
                message = cut_message(entry.key.text, _key_before(mapping, entry))
                self._findings.add("RW109", entry.key.span, message)
                continue
            changed = changed_key(found.path, entry.key.text)
            if changed is not None:
                self._findings.add("RW112", entry.key.span, told(changed), changed.new)
                continue
            meant = nearest(entry.key.text, [key for key in known if mapping.get(key) is None])
            if meant is None and len(unknown) == len(missing) == 1:
                meant = missing[0]
            self._note_unknown(entry, mapping, known, meant)

    def _belongs_elsewhere(self, found: Violation, unknown: list[Entry]) -> bool:
        """Whether an entry of a list was meant for another list; then that is all that is said of it."""
        above = found.path[-2] if len(found.path) > 1 and isinstance(found.path[-1], int) else ""
        telling, other = _ELSEWHERE.get(str(above), (set(), ""))
        stray = next((entry.key for entry in unknown if entry.key.text in telling), None)
        if stray is None or any(found.mapping.get(key) for key in found.schema["required"]):
            return False
        self._findings.add(
            "RW101", stray.span, f"`{stray.text}` belongs below `{other}:`, not below `{above}:`"
        )
        self._elsewhere.add(found.mapping)
        return True

    def _note_unknown(self, entry: Entry, mapping: MappingNode, known: list[str], meant: str | None) -> None:
        if meant is not None:
            self._meant.setdefault(mapping, set()).add(meant)
        hint = (
            f"; possible here: {_listed(known, 'and')}" if meant is None and len(known) <= _MOST_NAMED else ""
        )
        self._findings.add("RW101", entry.key.span, f"unknown key `{entry.key.text}`{hint}", meant)

    def missing_keys(self, found: Violation) -> None:
        for key in found.wanted:
            if self._is_missing(key, found.mapping):
                self._findings.add("RW102", found.head, f"the key `{key}` is missing{_where(found)}")

    def missing_choice(self, found: Violation) -> None:
        keys = [key for choice in found.wanted for key in choice["required"]]
        if all(self._is_missing(key, found.mapping) for key in keys):
            message = f"one of the keys {_listed(keys, 'or')} is missing{_where(found)}"
            self._findings.add("RW102", found.head, message)

    def missing_companion(self, found: Violation) -> None:
        for key, companions in found.wanted.items():
            entry = found.mapping.entry(key)
            for companion in companions if entry else ():
                if entry and self._is_missing(companion, found.mapping):
                    self._findings.add("RW108", entry.key.span, f"`{key}` needs `{companion}` beside it")

    def _is_missing(self, key: str, mapping: MappingNode) -> bool:
        meant = mapping in self._elsewhere or key in self._meant.get(mapping, ())
        return mapping.get(key) is None and not meant

    def number_of_keys(self, found: Violation) -> None:
        have, wanted = len(found.mapping.entries), found.wanted
        if have < wanted:
            message = (
                f"{found.called} must have {_count(wanted, 'key')} at least, but has {_count(have, 'key')}"
            )
            self._findings.add("RW107", found.head, message)
            return
        surplus = found.mapping.entries[wanted].key
        message = (
            f"{found.called} must have {_count(wanted, 'key')} only, but `{surplus.text}` is one more; "
            "is a dash missing before it?"
        )
        self._findings.add("RW107", surplus.span, message)

    def _wrong_name(self, found: Violation) -> None:
        entry = found.mapping.entry(str(found.value))
        if entry is not None and entry.key not in self._pieces:
            message, suggestion = _form(found, f"the name here is `{_shortened(entry.key.text)}`")
            self._findings.add("RW106", entry.key.span, message, suggestion)

    # ---- values

    def wrong_sort(self, found: Violation) -> None:
        wanted = found.wanted if isinstance(found.wanted, list) else [found.wanted]
        if wanted == ["object"] and found.entry and isinstance(found.node, ScalarNode):
            # Some mappings take mappings under free names, and so a misspelt key of their own looks like a free name.
            known = [*found.known_keys, *found.beside]
            meant = nearest(found.entry.key.text, known)
            if meant is not None:
                self._note_unknown(found.entry, cast("MappingNode", found.parent), known, meant)
                return
        sorts = _joined([_SORTS[sort] for sort in wanted], "or")
        message = f"{found.called} must be {sorts}, but here is {_met(found.node, found.value)}"
        self._findings.add("RW103", found.place, message + _advice(found, wanted))

    def not_allowed(self, found: Violation) -> None:
        allowed = [str(value) for value in found.wanted]
        must = _listed(allowed, "or")
        message = f"{found.called} must be {must}, but here is {_met(found.node, found.value)}"
        suggestion = None
        if isinstance(found.node, ScalarNode):
            text = found.node.text.lower()
            if text in allowed and isinstance(found.value, str):
                message += "; leave out the quotes" if not found.node.plain else ""
            flag = _FLAGS.get(text)
            suggestion = flag if flag in allowed else nearest(found.node.text, allowed)
        self._findings.add("RW104", found.place, message, suggestion)

    def out_of_range(self, found: Violation) -> None:
        least, most = found.schema.get("minimum"), found.schema.get("maximum")
        between = f"from {least} to {most}"
        bounds = f"at least {least}" if most is None else f"at most {most}" if least is None else between
        message = f"{found.called} must be {bounds}, but here is {found.value}"
        self._findings.add("RW105", found.place, message)

    def wrong_form(self, found: Violation) -> None:
        message, suggestion = _form(found, f"{found.called} reads `{_shortened(str(found.value))}`")
        self._findings.add("RW106", found.place, message, suggestion)

    def number_of_entries(self, found: Violation) -> None:
        have = len(found.value) if isinstance(found.value, list) else 0
        entries = _count(found.wanted, "entry")
        message = f"{found.called} must have {entries} at least, but has {_count(have, 'entry')}"
        self._findings.add("RW107", found.place, message)

    def repeated_entries(self, found: Violation) -> None:
        values = cast("list[Plain]", found.value)
        items = cast("SequenceNode", found.node).items
        for number, value in enumerate(values):
            first = values.index(value)
            if first < number:
                line = items[first].span.line
                message = f"`{_shortened(str(value))}` stands in this list already, in line {line}"
                self._findings.add("RW110", items[number].span, message)


# The keywords that the schemas use; a test sees to it that none is missing.
_EXPLANATIONS: dict[str, Callable[[Explainer, Violation], None]] = {
    "additionalProperties": Explainer.unknown_keys,
    "required": Explainer.missing_keys,
    "anyOf": Explainer.missing_choice,
    "dependentRequired": Explainer.missing_companion,
    "minProperties": Explainer.number_of_keys,
    "maxProperties": Explainer.number_of_keys,
    "type": Explainer.wrong_sort,
    "enum": Explainer.not_allowed,
    "minimum": Explainer.out_of_range,
    "maximum": Explainer.out_of_range,
    "pattern": Explainer.wrong_form,
    "minItems": Explainer.number_of_entries,
    "uniqueItems": Explainer.repeated_entries,
}


# ---- words


def _key_before(mapping: MappingNode, entry: Entry) -> str | None:
    at = mapping.entries.index(entry)
    return mapping.entries[at - 1].key.text if at else None


def _where(found: Violation) -> str:
    return f" in {found.called}" if found.path else ""


def _form(found: Violation, subject: str) -> tuple[str, str | None]:
    """The message about a text that does not match its pattern, and a text that would."""
    wanted = str(found.schema["description"]).rstrip(".")
    examples: list[str] = found.schema.get("examples", [])
    example = next(iter(examples), None)
    hint = f", for example `{example}`" if example and example not in wanted else ""
    message = f"{subject}, but wanted is this: {wanted[:1].lower()}{wanted[1:]}{hint}"
    pattern = re.compile(found.wanted)
    text = str(found.value)
    guesses = [*(one for one in examples if _one_word_off(text, one)), *_guesses(text)]
    return message, next((guess for guess in guesses if pattern.search(guess)), None)


def _one_word_off(text: str, example: str) -> bool:
    """Whether a text of several words has one word other than an example."""
    words, wanted = text.split(), example.split()
    same = sum(word == other for word, other in zip(words, wanted, strict=False))
    return len(words) == len(wanted) > 1 and same == len(words) - 1


def _guesses(text: str) -> list[str]:
    """Forms that the text could have been meant to have."""
    numbers = _RANGE.fullmatch(text)
    words = re.findall(r"[a-z0-9_]+", text.lower())
    as_written = re.sub(r"\W+", "-", text.strip())
    hyphened = [as_written, "-".join(words), "-".join(words).replace("_", "-").strip("-")]
    return [*([f"{numbers[1]} to {numbers[2]}"] if numbers else []), *hyphened]


def _met(node: Node, value: Plain) -> str:
    if isinstance(node, MappingNode):
        return "a mapping" if node.entries else "an empty mapping"
    if isinstance(node, SequenceNode):
        return "a list" if node.items else "an empty list"
    if value is None:
        return "nothing"
    if isinstance(value, int):
        return f"the number {value}"
    return f"the text `{_shortened(node.text)}`" if node.text else "an empty text"


def _advice(found: Violation, wanted: list[str]) -> str:
    """The likely fix for a value of a wrong sort, or nothing."""
    node, value = found.node, found.value
    if value is None:
        empty = {"object": "{}", "array": "[]"}.get(wanted[0])
        return (
            f"; write {empty} where there is nothing to say"
            if empty
            else "; write a value, or delete the key"
        )
    if not isinstance(node, ScalarNode):
        return _advice_for_many(found, node, wanted)
    if "integer" in wanted and _NUMBER_LIKE.fullmatch(node.text):
        return "; write only its digits, without a zero in front" if node.plain else "; leave out the quotes"
    if "string" in wanted and isinstance(value, int):
        return "; quotes would make it a text"
    required = found.schema.get("required", [])
    if wanted == ["object"] and len(required) == 1:
        return f"; it probably belongs below `{required[0]}:`"
    return "; begin each entry with a dash" if wanted == ["array"] else ""


def _advice_for_many(found: Violation, node: MappingNode | SequenceNode, wanted: list[str]) -> str:
    """The likely fix for a list or a mapping of a wrong sort, or nothing."""
    if "string" in wanted and found.schema.get("title") in ("Effect", "Formula"):
        dashes = ", without dashes" if isinstance(node, SequenceNode) else ""
        return f"; several lines need `{found.path[-1]}: |`, and stand below it{dashes}"
    if "string" in wanted and isinstance(node, SequenceNode) and len(found.path) > 2:
        *_, name, number, _ = found.path
        return f"; write an entry of `{name}` for each" if isinstance(number, int) else ""
    if wanted == ["array"] and isinstance(node, MappingNode) and node.entries:
        first = node.entries[0].key.text
        if first.startswith("-"):
            return f"; a blank is missing behind the dash of `{first}`"
        return "; put [ ] around it" if node.flow else f"; begin each entry with a dash: `- {first}: ...`"
    return ""


def _listed(names: Iterable[str], last: str) -> str:
    return _joined([f"`{name}`" for name in names], last)


def _joined(parts: list[str], last: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _count(number: int, noun: str) -> str:
    plural = "entries" if noun == "entry" else f"{noun}s"
    return f"1 {noun}" if number == 1 else f"{number or 'no'} {plural}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."

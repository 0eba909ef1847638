"""Keeps two things of one kind apart: where both are in sight, the names that the author gave them are said."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.english.titles import Titles, name_words
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, is_node

_LONGEST_LETTER = 2
_NOUNS = ("er", "or", "ee", "ist", "ing", "ion", "ity", "age")
_NO_NOUNS = frozenset(
    ("other", "older", "newer", "lower", "upper", "higher", "former", "latter", "outer", "inner")
)

Sight = dict[str, str]
"""The names in sight, each with what it is called by itself, such as `that Card`."""


def kept_apart(titles: Titles, block: object) -> dict[str, str]:
    """Return the words for the names of a text that would be called like another while both are in sight."""
    walker = _Walker(titles)
    walker.walk(block, {})
    return walker.words


@dataclass(slots=True)
class _Walker:
    titles: Titles
    words: dict[str, str] = field(default_factory=dict)

    def walk(self, node: object, sight: Sight) -> None:  # noqa: C901 - one case a class
        """Go through a node with the names in sight there."""
        match node:
            case tuple():
                inner = dict(sight)
                for part in node:
                    self.walk(part, inner)
                    if isinstance(part, c.Choose):
                        self._bind(inner, part.name, self._chosen(part))
            case c.ForEach():
                self.walk((node.body,), self._items(node.items, sight))
            case c.Items():
                self._items(node, sight)
            case c.Fold():
                self.walk(node.number, self._items(node.items, sight))
            case c.Every():
                self.walk(node.has, self._items(node.items, sight))
            case c.Place() | c.Ranked():
                inner = self._items(node.items, sight)
                for key in node.keys:
                    self.walk(key.number, inner)
                if isinstance(node, c.Place):
                    self.walk(node.subject, sight)
            case _ if is_node(node):
                for part in inside(node):
                    self.walk(part, sight)

    def _items(self, items: c.Items, sight: Sight) -> Sight:
        """Walk a list, and return what is in sight where its items are spoken of."""
        self.walk(items.list, sight)
        inner = dict(sight)
        self._bind(inner, items.name, f"that {self.titles.item(items.list.type.item)}")
        self.walk(items.where, inner)
        return inner

    def _chosen(self, choice: c.Choose) -> str:
        one = choice.quantity == "one"
        return f"that {self.titles.item(choice.shown)}" if one else f"those {self.titles.items(choice.shown)}"

    def _bind(self, sight: Sight, name: str, words: str) -> None:
        alike = [other for other, its in sight.items() if its == words and other != name]
        sight[name] = words
        for one in (name, *alike) if alike else ():
            telling = _by_name(one, words)
            if telling:
                self.words[one] = telling
        if alike and name not in self.words and alike[-1] not in self.words:
            self.words[name] = f"the other {words.split(' ', 1)[1]}"


def _by_name(name: str, words: str) -> str:
    """Return what a thing is called by the name that the author gave it; empty where that tells nothing."""
    noun, said = words.split(" ", 1)[1], name_words(name)
    if len(said) <= _LONGEST_LETTER or said.casefold() in noun.casefold():
        return ""
    last = said.rpartition(" ")[2]
    if last.casefold() == noun.casefold():
        return f"the {said[: -len(last)]}{noun}"
    is_noun = last.endswith(_NOUNS) and last not in _NO_NOUNS
    return f"the {said}" if is_noun and words.startswith("that ") else f"the {said} {noun}"

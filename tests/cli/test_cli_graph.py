"""The command graph."""

from __future__ import annotations

import re

import pytest
from command_line import CHECKOUT, run


@pytest.mark.parametrize("form", ["mermaid", "dot"])
def test_the_graph_of_a_game(form, snapshot):
    result = run("graph", "pret-a-porter", "--format", form, root=CHECKOUT)
    assert result.exit_code == 0
    assert result.stdout == snapshot


@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "tic-tac-toe", "kuhn-poker"])
def test_every_arrow_leads_from_a_box_to_a_box(name):
    lines = run("graph", name, root=CHECKOUT).stdout.splitlines()
    assert lines[0] == "flowchart TD"
    boxes = {match[1] for line in lines if (match := re.match(r" *(\w+)[\[(]", line))}
    arrows = [
        match.groups()
        for line in lines
        if (match := re.match(r" *(\w+) (?:-->|-\.-)(?:\|.*\|)? (\w+)$", line))
    ]
    assert arrows
    assert {node for arrow in arrows for node in arrow} <= boxes
    dot = run("graph", name, "--format", "dot", root=CHECKOUT).stdout
    assert dot.count("{") == dot.count("}")
    assert dot.count(" -> ") == len(arrows)


def test_secret_phases_are_marked():
    for form in ("mermaid", "dot"):
        drawing = run("graph", "rococo", "--format", form, root=CHECKOUT).stdout
        assert drawing.count('"Select 3 hand cards (secret)"') == 1
        assert drawing.count("(secret)") == 1


def test_a_wrong_format_is_a_usage_error():
    assert run("graph", "tea-house", "--format", "svg").exit_code == 2

"""The command graph."""

from __future__ import annotations

import re

import pytest
from command_line import CHECKOUT, run

from tests.one_meaning.tiny import files as tiny_files
from tests.one_meaning.tiny import write as write_files


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


def test_names_that_read_alike_when_put_together_are_boxes_of_their_own(tmp_path):
    head = """
        windows: {fair: {who: me}, b: {who: me}}
        rounds: {number: 2, ending: {rounds: [1], phases: [fair]}, start: {rounds: [2], phases: [main, main__b, a-b]}}
        ending: {do: "as players[1]: offer fair"}
    """
    files = tiny_files("offer b", head)
    files["rules/tiny/more.yaml"] = (
        "phases: {fair: {do: nothing}, main__b: {do: nothing}, a-b: {do: nothing}}\n"
    )
    write_files(files, tmp_path)
    lines = run("graph", "tiny", root=tmp_path).stdout.splitlines()
    boxes = [match[1] for line in lines if (match := re.match(r" *(\w+)[\[(]", line))]
    assert len(boxes) == len(set(boxes)) == 8

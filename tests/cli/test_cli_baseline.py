"""`validate --baseline` and `--format sarif`: only what is new fails, and code hosts can read what was found."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulewright.cli.main import app
from rulewright.interpreter import sarif

SCHEMA = os.environ.get("RULEWRIGHT_SARIF_SCHEMA", "")
RULES = "rules/mine/game.yaml"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    assert CliRunner().invoke(app, ["new", "game", str(tmp_path / "mine")]).exit_code == 0
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def validate(*words):
    return CliRunner().invoke(app, ["validate", *words])


def change(old, new):
    path = Path(RULES)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_only_what_is_new_fails_and_what_was_mended_leaves(folder):
    change("phases: [", "phases: [lunch, ")
    first = validate("--baseline", "known.json")
    assert first.exit_code == 0
    assert "known.json written: 1 finding known" in first.stderr
    change("title:", "# a line more\ntitle:")
    again = validate("--baseline", "known.json")
    assert again.exit_code == 0
    assert again.stdout == "1 game checked in this folder: no findings; 1 known finding left out\n"
    change("[player.points", "[player.pionts")
    new = validate("--baseline", "known.json")
    assert new.exit_code == 1
    assert "`pionts`" in new.stdout
    change("lunch, ", "")
    change("pionts", "points")
    mended = validate("--baseline", "known.json")
    assert mended.exit_code == 0
    assert "taken out of known.json" in mended.stderr
    assert json.loads(Path("known.json").read_text("utf-8"))["known"] == {}


def test_where_ci_is_set_the_file_is_only_read(folder, monkeypatch):
    monkeypatch.setenv("CI", "true")
    missing = validate("--baseline", "known.json")
    assert (missing.exit_code, Path("known.json").exists()) == (2, False)
    monkeypatch.delenv("CI")
    change("phases: [", "phases: [lunch, ")
    validate("--baseline", "known.json")
    before = Path("known.json").read_bytes()
    change("lunch, ", "")
    monkeypatch.setenv("CI", "true")
    assert "no longer there" in validate("--baseline", "known.json").stderr
    assert Path("known.json").read_bytes() == before


def test_what_other_targets_do_not_look_at_stays_known(folder):
    change("phases: [", "phases: [lunch, ")
    validate("--baseline", "known.json")
    before = Path("known.json").read_bytes()
    assert validate("tests", "--baseline", "known.json").exit_code == 0
    assert Path("known.json").read_bytes() == before


@pytest.mark.parametrize("text", ["", "{}", "\udcff"])
def test_a_damaged_file_is_refused(folder, text):
    Path("known.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    result = validate("--baseline", "known.json")
    assert result.exit_code == 2
    assert "known.json is no file of known findings" in result.stderr


# ---------------------------------------------------------------- sarif
def log_of(*words):
    result = validate("--format", "sarif", *words)
    return json.loads(result.stdout), result.exit_code


def test_a_finding_in_sarif(folder):
    change("[market, work", "[market, wrok")
    log, code = log_of()
    (run,) = log["runs"]
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (code, log["version"], run["columnKind"]) == (1, "2.1.0", "unicodeCodePoints")
    assert (result["ruleId"], result["level"]) == ("RW218", "error")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "RW218"
    assert place["artifactLocation"] == {"uri": RULES, "uriBaseId": sarif.ROOT}
    line = Path(RULES).read_text("utf-8").splitlines()[place["region"]["startLine"] - 1]
    assert line[place["region"]["startColumn"] - 1 : place["region"]["endColumn"] - 1] == "wrok"
    (replaced,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replaced == {"deletedRegion": place["region"], "insertedContent": {"text": "work"}}
    assert "baselineState" not in result


def test_sarif_tells_what_is_new(folder):
    change("phases: [", "phases: [lunch, ")
    validate("--baseline", "known.json")
    change("[player.points", "[player.pionts")
    log, code = log_of("--baseline", "known.json")
    assert (code, sorted(result["baselineState"] for result in log["runs"][0]["results"])) == (
        1,
        ["new", "unchanged"],
    )


@pytest.mark.skipif(not SCHEMA, reason="RULEWRIGHT_SARIF_SCHEMA names no file with the schema of SARIF 2.1.0")
def test_the_log_fits_the_schema_of_sarif(folder):
    from jsonschema.validators import validator_for

    schema = json.loads(Path(SCHEMA).read_text("utf-8"))
    validator = validator_for(schema)(schema)
    validator.validate(log_of()[0])
    change("[market, work", '[market, wrok, "a b"')
    Path("rules/mine/żółć %20.yaml").write_text("mvoes: []\n", "utf-8")
    log, code = log_of()
    assert code == 1
    assert len(log["runs"][0]["results"]) == 1
    validator.validate(log)

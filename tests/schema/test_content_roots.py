from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import content_roots
from rulewright.interpreter.content_roots import ContentRootError, find_root, schema_dir


def make(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).mkdir(parents=True)
    return folder


def test_a_named_root_comes_first(tmp_path: Path):
    assert find_root(make(tmp_path, "rules", "cards")) == tmp_path


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        (["rules"], "no folder cards"),
        (["cards"], "no folder rules"),
        ([], "no folder rules and no folder cards"),
    ],
)
def test_a_named_root_must_have_both_folders(tmp_path: Path, names: list[str], missing: str):
    with pytest.raises(ContentRootError, match=missing):
        find_root(make(tmp_path, *names))


def test_a_named_root_must_exist(tmp_path: Path):
    with pytest.raises(ContentRootError, match="is no folder"):
        find_root(tmp_path / "nowhere")


def test_without_a_name_the_bundled_content_comes_before_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    checkout = make(tmp_path / "checkout", "rules", "cards", "schemas")
    monkeypatch.setattr(content_roots, "_BUNDLED", tmp_path / "bundled")
    monkeypatch.setattr(content_roots, "_CHECKOUT", checkout)
    assert find_root() == checkout
    assert schema_dir() == checkout / "schemas"
    bundled = make(tmp_path / "bundled", "rules", "cards", "schemas")
    assert find_root() == bundled
    assert schema_dir() == bundled / "schemas"


def test_the_checkout_has_content():
    assert (find_root() / "rules").is_dir()

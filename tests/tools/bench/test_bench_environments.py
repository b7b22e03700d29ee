"""Environments of other libraries: what is put in them, and what is said of what can't be."""

from pathlib import Path

import pytest

from tools.bench.environments import TAGGER, fill_nltk_data, install


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A folder with the tagger and WordNet."""
    folder = tmp_path / "given"
    (folder / "corpora" / "wordnet").mkdir(parents=True)
    (folder / "corpora" / "wordnet" / "data.noun").write_text("  14 WordNet 3.0 Copyright 2006")
    (folder / f"{TAGGER}.zip").write_bytes(b"zip")
    return folder


def test_wordnet_and_the_tagger_come_where_nltk_looks_for_them(tmp_path: Path, given: Path) -> None:
    assert list(fill_nltk_data(tmp_path / "home", given)) == []
    folder = tmp_path / "home" / "nltk_data"
    assert (folder / "taggers" / f"{TAGGER}.zip").read_bytes() == b"zip"
    assert {file.name for file in (folder / "corpora" / "wordnet").iterdir()} == {"data.noun", "lexnames"}
    assert list(fill_nltk_data(tmp_path / "home", None)) == []  # they are there by now


def test_the_folders_that_nltk_is_told_of_are_looked_through_too(
    tmp_path: Path, given: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked = tmp_path / "other" / "taggers" / TAGGER
    unpacked.mkdir(parents=True)
    (unpacked / "weights.json").touch()
    (given / f"{TAGGER}.zip").unlink()
    monkeypatch.setenv("NLTK_DATA", f"{tmp_path / 'other'}:{given}")
    assert list(fill_nltk_data(tmp_path / "home", None)) == []
    assert (tmp_path / "home" / "nltk_data" / "taggers" / TAGGER / "weights.json").exists()


def test_what_is_missing_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.lexicon.wordnet.BELOW", ())
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("NLTK_DATA", "WNHOME", "WNSEARCHDIR"):
        monkeypatch.delenv(name, raising=False)
    wordnet, tagger = fill_nltk_data(tmp_path / "home", tmp_path)
    assert "install Debian's package wordnet-base" in wordnet
    assert f"{TAGGER}.zip by --nltk-data" in tagger


@pytest.mark.slow
def test_a_refused_installation_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    refused = install(tmp_path, "nlpaug")
    assert "No matching distribution found" in refused
    assert "\n" not in refused
    assert not (tmp_path / "nlpaug" / "done").exists()

"""A file of abbreviation rules is read as NL-Augmenter's library has it."""

from pathlib import Path

import pytest

from core.errors import MissingResource
from data.lexicon.abbreviation_rules import abbreviations_of_rules, named_abbreviations
from data.lexicon.resources import RESOURCES, abbreviation_table


def test_words_with_and_without_what_is_optional_and_the_first_of_several() -> None:
    rules = [
        "u = you",
        "ya = You",
        "<3 = a (!) b *",
        "=",
        "iirt = it rains (,) today",
        'hru = how are you ("?")',
        "dnt = don’t.",
    ]
    assert abbreviations_of_rules(rules) == {
        **{"you": "u", "it rains today": "iirt", "it rains, today": "iirt"},
        **{"how are you": "hru", "don't": "dnt"},
    }


def test_a_file_of_rules_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.txt").write_text("u = you\n2b = to be\n", encoding="utf-8")
    for name, found in (("", None), (str(tmp_path / "rules.txt"), {"you": "u", "to be": "2b"})):
        monkeypatch.setenv("FLINCH_ABBREVIATIONS", name)
        named_abbreviations.cache_clear()
        known = named_abbreviations()
        assert (known and {row.words: row.short for row in known.rows}) == found
        assert RESOURCES["abbreviation_rules"]() is (known or abbreviation_table())
    monkeypatch.setenv("FLINCH_ABBREVIATIONS", str(tmp_path / "none.txt"))
    named_abbreviations.cache_clear()
    with pytest.raises(MissingResource, match=r"FLINCH_ABBREVIATIONS=.*can't be read"):
        named_abbreviations()
    named_abbreviations.cache_clear()

"""The lexical resources: small, quickly loaded, with their licences beside them, and what they offer."""

from pathlib import Path

import pytest

from core.errors import MissingResource
from core.hints.similarity import default_model
from core.severity import pps
from data.lexicon import resources
from data.lexicon.resources import LEXICON, perturber, synonyms

ROOT = Path(__file__).parents[3]


def test_they_are_small() -> None:
    files = [file for file in LEXICON.iterdir() if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 12_000_000


def test_every_file_has_its_licence_stated() -> None:
    stated = (LEXICON / "LICENCES.md").read_text(encoding="utf-8")
    built = [file.name for file in LEXICON.iterdir() if file.suffix in {".npz", ".xz", ".txt"}]
    assert built
    assert [name for name in built if name not in stated] == []


def test_synonyms_by_hand() -> None:
    found = synonyms()
    assert "film" in found.of("movie", "NN")
    assert "attorneys" in found.of("lawyers", "NNS")
    assert "purchased" in found.of("bought", "VBD")
    assert found.of("is", "VBZ") == found.of("the", "DT") == found.of("movie", "VB") == ()


def test_no_form_is_its_own_synonym() -> None:
    own = [form for table in synonyms().forms.values() for form, others in table.items() if form in others]
    assert own == []


def test_real_sentences_are_perturbed_with_what_ships() -> None:
    made = perturber().text("The students bought a movie .", "synonym_replacement", pps(4), 0)
    assert made is not None
    assert made.perturbed == "The students purchased a film ."


def test_an_absent_file_is_named_with_the_remedy() -> None:
    with pytest.raises(
        MissingResource, match=r"nothing\.xz is missing.*git checkout.*python -m data\.lexicon\.build X"
    ):
        resources._existing_path("nothing.xz", "data.lexicon.build X")


def test_a_damaged_file_is_named_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "LEXICON", tmp_path)
    whole = (LEXICON / "misspellings.txt.xz").read_bytes()
    for held in (b"", b"no archive", whole[:-100]):
        (tmp_path / "misspellings.txt.xz").write_bytes(held)
        with pytest.raises(MissingResource, match=r"misspellings\.txt\.xz is damaged in data/lexicon; get it back"):
            resources.misspellings.__wrapped__()


def test_subwords_of_a_named_tokenizer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = tmp_path / "tokenizer.json"
    trained.write_text(default_model().joinpath("tokenizer.json").read_text(encoding="utf-8"), encoding="utf-8")
    for named in ("", str(trained), str(tmp_path)):
        monkeypatch.setenv("FLINCH_TOKENIZER", named)
        cut = resources.subwords.__wrapped__()
        assert [" typesetting é"[a:b] for a, b in cut(" typesetting é")] == ["types", "etti", "ng", "é"]
        assert len(cut("word " * 2000)) == 2000  # a model's longest input is no limit here
        assert cut("") == ()


def test_a_tokenizer_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    monkeypatch.setenv("FLINCH_TOKENIZER", str(broken))
    with pytest.raises(MissingResource, match=r"broken\.json' is not a tokenizer.*name a tokenizer\.json"):
        resources.subwords.__wrapped__()

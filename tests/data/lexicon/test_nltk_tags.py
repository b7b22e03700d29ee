"""Tags by NLTK's tagger where its data is at hand, by ours where it is not."""

import shutil
from pathlib import Path

import nltk
import pytest

from data.lexicon.nltk_tags import nltk_tags
from data.lexicon.resources import perturber

TEXT = '"The tax rose 5 %," she said.'


def test_ours_speak_where_nltk_has_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nltk.data, "path", [])
    nltk_tags.cache_clear()
    analysed = perturber().analyse(TEXT)
    assert list(nltk_tags()(analysed)) == [token.tag for token in analysed.tokens]
    nltk_tags.cache_clear()


def test_nltks_speak_where_their_data_is(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taggers").mkdir()
    packed = shared / "lexical" / "nltk_resources" / "averaged_perceptron_tagger_eng.zip"
    shutil.copy(packed, tmp_path / "taggers")
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    nltk_tags.cache_clear()
    analysed = perturber().analyse(TEXT)
    tags = dict(zip((token.text for token in analysed.tokens), nltk_tags()(analysed), strict=True))
    assert tags["%"] == "NN" and tags["tax"] == "NN" and tags["said"] == "VBD"
    first, *_ = nltk_tags()(analysed)
    assert first == "``"
    nltk_tags.cache_clear()

"""Broad rules: for what people judge, most texts get a candidate; names and set phrases are left alone all the same."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.lexicon.synonyms import Synonyms
from core.perturbations.registry import find
from core.perturbations.word.synonyms import Skipped, replaceable, synonym_replacement, why_not
from core.randomness import Draws
from core.severity import pps
from data.lexicon.resources import broad_synonyms, perturber
from tests.core.perturbations.test_swap_synonyms import tagged

OURS = Synonyms({"NN": {"film": ("movie",)}, "VBN": {"built": ("constructed",)}}, frozenset({"film noir"}))
BROAD = replace(OURS, surer=Synonyms({}, frozenset()))


@pytest.mark.parametrize(
    ("text", "tags", "ours", "broad"),
    [
        ("an action film", "DT NN NN", False, True),
        ("built in May", "VBN IN NNP", False, True),
        ("a film noir", "DT NN NN", False, False),
        ("the Toronto Film Festival", "DT NNP NNP NNP", False, False),
        ("a more film", "DT JJR NN", False, False),
    ],
)
def test_compounds_and_verbs_before_prepositions_are_for_people(text: str, tags: str, ours: bool, broad: bool) -> None:
    assert bool(replaceable(tagged(text, tags), OURS)) is ours
    assert bool(replaceable(tagged(text, tags), BROAD)) is broad


def test_where_a_synonym_of_ours_fits_no_other_is_taken() -> None:
    more = Synonyms({"NN": {"film": ("picture",), "plot": ("patch",)}}, frozenset(), surer=OURS)
    text = tagged("a film with a plot", "DT NN IN DT NN")
    assert replaceable(text, more) == replaceable(text, OURS) == [(1, ("movie",))]
    assert replaceable(tagged("a plot", "DT NN"), more) == [(1, ("patch",))]


@pytest.mark.parametrize(
    ("amount", "perturbed"), [(1, "a movie with a plot"), (2, "a movie with a patch"), (4, "a movie with a patch")]
)
def test_less_sure_ones_are_taken_once_the_surer_are_used_up(amount: int, perturbed: str) -> None:
    more = Synonyms({"NN": {"film": ("picture",), "plot": ("patch",)}}, frozenset(), surer=OURS)
    text = tagged("a film with a plot", "DT NN IN DT NN")
    made = synonym_replacement(text, amount, Draws(1), synonyms=more)
    assert made is not None and made.perturbed == perturbed
    made = synonym_replacement(text, amount, Draws(1), synonyms=replace(more, last_resort=True))
    assert made is not None and made.perturbed == "a movie with a plot"
    made = synonym_replacement(tagged("a plot", "DT NN"), amount, Draws(1), synonyms=replace(more, last_resort=True))
    assert made is not None and made.perturbed == "a patch"


def test_words_of_one_stem_are_the_last_resort() -> None:
    words, stems = ("focus", "name", "protest"), {"focusing", "naming", "protestation"}
    offered = {
        resort: {
            other for t in broad_synonyms().surest_first() if t.last_resort is resort for other in of_all(t, words)
        }
        for resort in (False, True)
    }
    assert offered[False] and offered[False].isdisjoint(stems) and offered[True] & stems


def of_all(table: Synonyms, words: Sequence[str]) -> set[str]:
    return {other for word in words for other in table.of(word, "NN")}


def test_of_several_words_and_of_a_noun_without_synonyms_its_kind() -> None:
    assert "high_blood_pressure" in broad_synonyms().of("hypertension", "NN")
    likely = broad_synonyms().surer
    assert likely is not None
    assert likely.of("invertebrates", "NNS")[0] == "animals"
    assert broad_synonyms().of("is", "VBZ") == ()
    made = {perturber().text("What is hypertension ?", "synonym_replacement.broad", pps(1), seed) for seed in range(9)}
    assert "What is high blood pressure ?" in {rewrite.perturbed for rewrite in made if rewrite}


@pytest.mark.parametrize(
    ("text", "tags", "word"), [("a movie", "DT NN", "film"), ("a man bought rabies", "DT NN VBD NN", "purchased")]
)
def test_the_surest_of_all_come_first(text: str, tags: str, word: str) -> None:
    assert [others for _, others in replaceable(tagged(text, tags), broad_synonyms())] == [(word,)]


def test_what_explains_a_word_comes_last() -> None:
    assert [other for _, others in replaceable(tagged("a woman", "DT NN"), broad_synonyms()) for other in others] != []
    others = dict(replaceable(tagged("a woman argued", "DT NN VBD"), broad_synonyms()))
    assert others
    assert not any("_" in other for found in others.values() for other in found)


@pytest.mark.parametrize(
    ("text", "tags", "why"),
    [
        ("Who is he ?", "WP VBZ PRP .", Skipped.GRAMMAR),
        ("Where is Milan ?", "WRB VBZ NNP .", Skipped.GRAMMAR),
        ("the cat sat", "DT NN VBD", Skipped.UNKNOWN),
        ("a film noir", "DT NN NN", Skipped.TOGETHER),
        ("a film", "DT NN", Skipped.CHANCE),
    ],
)
def test_what_is_skipped_says_why(text: str, tags: str, why: Skipped) -> None:
    assert why_not(tagged(text, tags), OURS) is why


def test_people_get_the_broad_ones_to_judge() -> None:
    assert find("synonym_replacement").to_judge == "synonym_replacement.broad"
    assert find("synonym_replacement.careful").to_judge == "synonym_replacement.careful"
    assert find("word_deletion").to_judge == "word_deletion"


@pytest.mark.parametrize(("file", "coded"), [("trec6/TREC.test.all", "latin-1"), ("sst2/stsa.binary.test", "utf-8")])
def test_three_in_four_texts_get_a_candidate(shared: Path, file: str, coded: str) -> None:
    lines = (shared / "datasets" / file).read_text(coded).splitlines()[:500]
    texts = [line.partition(" ")[2] for line in lines]
    made = [perturber().text(text, "synonym_replacement.broad", pps(1), 0) for text in texts]
    assert sum(map(bool, made)) >= 0.75 * len(texts)

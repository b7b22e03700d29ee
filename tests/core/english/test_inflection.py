"""Verb forms: irregular, doubled, shared by two verbs, and none for words that are no verbs."""

import pytest

from core.english.inflection import Inflector, Verb
from data.lexicon.resources import inflector


@pytest.mark.parametrize(
    ("base", "third", "past"),
    [
        ("go", "goes", "went"),
        ("have", "has", "had"),
        ("do", "does", "did"),
        ("try", "tries", "tried"),
        ("travel", "travels", "traveled"),  # US spelling
        ("panic", "panics", "panicked"),
        ("stop", "stops", "stopped"),
        ("cost", "costs", "cost"),
        ("buy", "buys", "bought"),
    ],
)
def test_forms_and_the_way_back(base: str, third: str, past: str) -> None:
    verbs = inflector()
    assert (verbs.inflect(base, "VBZ"), verbs.inflect(base, "VBD"), verbs.inflect(base, "VBP")) == (third, past, base)
    assert verbs.lemma(third, "VBZ") == verbs.lemma(past, "VBD") == verbs.lemma(base, "VB") == base


def test_a_form_of_two_verbs_is_the_commoner_ones() -> None:
    assert inflector().lemma("found", "VBD") == "find"
    assert inflector().lemma("saw", "VBD") == "see"


def test_words_and_tags_it_does_not_know() -> None:
    verbs = Inflector([Verb("go", "goes", "went", "gone", "going")])
    assert verbs.lemma("table", "VBZ") == ""
    assert verbs.lemma("goes", "NNS") == ""
    assert verbs.inflect("blorp", "VBZ") is None
    assert verbs.inflect("go", "NNS") is None


def test_participles_and_gerunds() -> None:
    verbs = inflector()
    forms = [(verbs.inflect(base, "VBN"), verbs.inflect(base, "VBG")) for base in ("take", "lie", "stop", "have", "do")]
    assert forms == [
        ("taken", "taking"),
        ("lied", "lying"),
        ("stopped", "stopping"),
        ("had", "having"),
        ("done", "doing"),
    ]
    assert (verbs.lemma("written", "VBN"), verbs.lemma("writing", "VBG"), verbs.lemma("written", "VBD")) == (
        "write",
        "write",
        "",
    )

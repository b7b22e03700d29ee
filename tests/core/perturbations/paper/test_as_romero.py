"""Romero's other perturbations under his program's rules, by hand."""

import re

import pytest

from core.lexicon.adverbs import NEUTRAL
from core.lexicon.contracted import CONTRACTED, EXPANDED
from core.perturbations.textflint import program_tokens
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from data.lexicon.resources import any_sense, gazetteer, perturber
from tests.core.outcomes import outcomes

ALL = Severity(Unit.PERCENT_WORDS, 100)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("well-made 90-minute films", "well - made 90 - minute films"),
        ("1-2 and/or 24/7", "1 - 2 and / or 24/7"),
        ("#tag @me &#8230; so&#8230;", "# tag @me & # 8230 ; so &#8230;"),
        ("What??? well... http://a-b.org/c-d", "What ? ? ? well ... http://a-b.org/c-d"),
    ],
)
def test_tokens_as_the_programs_tokenizer_cuts_them(text: str, tokens: str) -> None:
    found = program_tokens(AnalysedText(text))
    assert " ".join(token.text for token in found) == tokens
    assert all(text[token.start : token.end] == token.text for token in found)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("It's not so bad.", "It is not so bad."),
        ("it 's bad , he is not", "it is bad , he's not"),
        ("They're late and they won't come.", "They are late and they will not come."),
        ("She said no: I did not, it's", "She said no: I didn't, it's"),
        ("Don't go.", None),
        ("I know it is", None),
    ],
)
def test_contraction_goes_both_ways_but_not_at_the_end(text: str, made: str | None) -> None:
    assert outcomes("contraction.paper", 100, text) == ({made} if made else set())


def test_pairs_go_there_and_back() -> None:
    assert all(EXPANDED[short] == full for full, short in CONTRACTED.items())
    assert CONTRACTED["He would"] == "He'd" and "Is not" not in CONTRACTED


def test_an_adverb_before_every_verb_of_any_kind() -> None:
    made = outcomes("insert_adv.paper", 100, "it's been running to win", keys=20)
    shape = re.compile(r"it (\w+)'s (\w+) been (\w+) running to (\w+) win")
    assert all((found := shape.fullmatch(text)) and {*found.groups()} <= {*NEUTRAL} for text in made)
    assert len(NEUTRAL) == len({*NEUTRAL}) > 100


def test_places_as_listed_become_any_place_in_africa_but_not_the_last_token() -> None:
    africa = {target.text for target in gazetteer().targets["place in Africa"]}
    assert outcomes("prejudice.paper", 100, "Mary left New York .", keys=600) == {
        f"Mary left {place} ." for place in africa
    }
    assert {"Morocco", "Kenya", "Nairobi"} <= africa
    assert outcomes("prejudice.paper", 100, "She lives in London") == set()
    assert outcomes("prejudice.paper", 100, "he hates london .") == set()
    assert outcomes("prejudice.paper", 100, "Mary met John .") == set()


def test_end_marks_are_exchanged_and_brackets_put_around() -> None:
    made = outcomes("punctuation.paper", 100, " Is it so ?! ", keys=600)
    assert len(made) == 24
    assert {' " Is it so. " ', " [ Is it so; ] ", " ` Is it so, ` ", " 【 Is it so... 】 "} <= made
    assert outcomes("punctuation.paper", 100, "?!") == set()


def test_a_mention_or_an_address_of_random_characters() -> None:
    made = outcomes("twitter.paper", 100, "So be it.", keys=400)
    mention, address = r"@[A-Za-z0-9]{1,10}", r"https://[A-Za-z0-9]{1,5}\.[A-Za-z0-9]{1,5}/[A-Za-z0-9]{1,5}"
    shapes = [rf"{mention} So be it\.", rf"So be it\. {mention}", rf"{address} So be it\.", rf"So be it\. {address}"]
    counts = [sum(re.fullmatch(shape, text) is not None for text in made) for shape in shapes]
    assert sum(counts) == len(made) and min(counts) > 60


def test_numbers_up_to_one_more_for_a_tenth_of_the_tokens() -> None:
    assert outcomes("swap_num.paper", 100, "I ate 2 .") == {f"I ate {n} ." for n in (0, 1, 3)}
    assert outcomes("swap_num.paper", 100, "the 2nd, 3.5, X4") == set()
    text = "0 0 0 0 " * 5  # 20 tokens, so two of them
    assert {made.count("1") for made in outcomes("swap_num.paper", 100, text)} == {2}


def test_verbs_of_the_list_by_any_other_form() -> None:
    made = outcomes("swap_verb_tense.paper", 100, "Dogs sleep .")
    assert made == {f"Dogs {form} ." for form in ("sleeps", "slept", "sleeping")}
    assert outcomes("swap_verb_tense.paper", 100, "She is tall .") == set()


def test_the_whole_text_in_capitals() -> None:
    assert outcomes("word_case.paper", 100, "a &amp; b's www.c.org") == {"A &AMP; B'S WWW.C.ORG"}
    assert outcomes("word_case.paper", 100, "A 1") == set()


def test_a_lemma_of_any_sense_without_form_or_case() -> None:
    assert outcomes("swap_syn_wordnet.paper", 10, "Cars stopped .", keys=400) >= {"auto stopped .", "railcar stopped ."}
    others = {lemma for lemma in any_sense().of("had", "v") if "_" not in lemma}
    made = outcomes("swap_syn_wordnet.paper", 10, "they had", keys=400)
    assert made == {f"they {lemma}" for lemma in others} and "they have" in made


def test_synonyms_of_different_severities_do_not_collapse() -> None:
    text = "small dogs chase big cats while old men watch young boys play games near quiet houses every warm day"
    for percent, count in ((10, 1), (20, 3), (30, 5)):  # of 18 words
        made = perturber().text(text, "swap_syn_wordnet.paper", Severity(Unit.PERCENT_WORDS, percent), 0)
        assert made is not None and len(made.edits) == count

"""Persons, places and organisations, found in sentences of our own and exchanged for others of their kind."""

import re

import pytest

from core.english.entities import entities
from core.english.sure_names import sure_names
from core.lexicon.gazetteer import PLACES
from core.lexicon.organisations import ORGANISATIONS
from core.records import Sample, TextField
from core.severity import Severity, Unit
from core.text.entity_tags import followed
from data.lexicon.resources import gazetteer, name_kinds, organisations, perturber
from tests.core.outcomes import outcomes

ALL = Severity(Unit.PERCENT_WORDS, 100)
NAME = "swap_named_entities"


def sure(text: str) -> list[tuple[str, str]]:
    found = sure_names(perturber().analyse(text), gazetteer(), organisations(), name_kinds())
    tokens = perturber().analyse(text).tokens
    return [(text[tokens[one.first].start : tokens[one.end - 1].end], one.kind) for one in found]


def swapped(text: str, key: str = "") -> str:
    made = perturber().text(text, NAME, ALL, 7, key)
    return made.perturbed if made else text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mary met Robert Miller in Paris.", [("Mary", "person"), ("Robert Miller", "person"), ("Paris", "city")]),
        ("They met Mr. Brown in Canada.", [("Brown", "person"), ("Canada", "country")]),
        ("She works for Boston University.", [("Boston University", "university")]),
        ("The Los Angeles Dodgers lost.", [("Los Angeles Dodgers", "baseball club")]),
        ("BAGHDAD (Reuters) - Insurgents fired.", [("BAGHDAD", "city"), ("Reuters", "news agency")]),
        ("Everybody saw Kevin B. Rollins in Boston.", [("Kevin B. Rollins", "person"), ("Boston", "city")]),
        ("we flew from paris to new york", [("paris", "city"), ("new york", "city")]),
    ],
)
def test_sure_names_by_hand(text: str, found: list[tuple[str, str]]) -> None:
    assert sure(text) == found


@pytest.mark.parametrize(
    "text",
    [
        *(
            "There is nothing here.",
            "They saw Captain America.",
            "On Monday he spoke English.",
            "Everyone agrees that SF stories lie .",
        ),
        *("How many of them went to the Pro Bowl?", "It appeared during the Super Bowl.", "That is UK law."),
        *(
            "He lives in Bellmore, Long Island.",
            "The Normandy landings took place.",
            "He left China's Sichuan Province.",
            "This is glossy Hollywood at last.",
        ),
        *("This is the bolivia of it .", "He read 10 Cloverfield Lane.", "It is in the University of Paris."),
        *("He made Boston-based firms of Boston.", "They saw the Giants.", 'He sang "Letters to Mary" twice.'),
    ],
)
def test_a_name_whose_kind_is_not_sure_stays(text: str) -> None:
    assert sure(text) == []


def test_under_paper_rules_every_run_of_names_is_an_entity() -> None:
    analysed = perturber().analyse("Smurdo of them all .")
    assert [(one.first, one.end) for one in entities(analysed, gazetteer(), name_kinds())] == [(0, 1)]
    assert outcomes(f"{NAME}.paper", 10, "Today NASA said so .", keys=2_000) >= {
        f"Today {name} said so ." for name in ORGANISATIONS if name != "NASA"
    }


def test_each_becomes_another_of_its_kind() -> None:
    women = {target.text for target in gazetteer().targets["man"]}
    assert outcomes(NAME, 100, "Today I met Mary .", 2_000) == {f"Today I met {name} ." for name in women - {"Mary"}}
    clubs = {club.whole for club in organisations().of_kind["baseball club"]} - {"Chicago Cubs"}
    assert outcomes(NAME, 100, "I saw the Chicago Cubs.", 1_000) == {f"I saw the {club}." for club in clubs}
    assert "Iran" in gazetteer().alike["country"] and set(gazetteer().alike) == PLACES


def test_an_entity_becomes_the_same_other_one_wherever_it_is_named() -> None:
    text = "Peter Lawson met Susan Lawson in Denver. Lawson left Denver. Peter stayed."
    pattern = re.compile(r"(\w+) (\S+) met (\w+) \2 in (.+?)\. \2 left \4\. \1 stayed\.")
    assert all(pattern.fullmatch(swapped(text, str(key))) for key in range(30))


def test_it_is_the_same_one_in_all_texts_of_a_sample() -> None:
    for number in range(20):
        fields = (TextField("one", "Denver is in the west"), TextField("two", "Nobody left Denver with Mary Lawson."))
        made = perturber().sample(Sample("pairs", "test", fields, "yes", id=str(number)), NAME, ALL, 1)
        assert made is not None
        first, second = (rewrite.perturbed for _, rewrite in made.rewrites)
        city = first.removesuffix(" is in the west")
        assert second.startswith(f"Nobody left {city} with ") and city != "Denver"


def test_articles_agree_and_the_the_of_a_country_goes() -> None:
    assert all(made.split()[3][0] in "AEIOU" for made in outcomes(NAME, 100, "It was an Ohio farm ."))
    assert all(" the " not in made for made in outcomes(NAME, 100, "She flew to the Netherlands ."))


def test_tags_follow() -> None:
    text = "He saw Kevin B. Rollins in the Netherlands ."
    tags = ("O", "O", "B-PER", "I-PER", "I-PER", "O", "O", "B-LOC", "O")
    made = perturber().sample(Sample("ner", "test", (TextField("text", text),), "", tags=tags), NAME, ALL, 1)
    assert made is not None
    assert followed(made.rewrites[0].rewrite, tags) == ("O", "O", "B-PER", "I-PER", "O", "B-LOC", "O")


def test_all_of_them_under_paper_rules_and_as_many_as_the_percentage_pays_for_under_ours() -> None:
    text = "Today I met Mary and John and Peter and Susan ."  # 9 words, so that 12 % are one
    assert {len(made.split()) for made in outcomes(f"{NAME}.paper", 10, text)} == {11}
    kept = [sum(name in made for name in ("Mary", "John", "Peter", "Susan")) for made in outcomes(NAME, 12, text)]
    assert min(kept) >= 2 and max(kept) == 3
    everyone = outcomes(f"{NAME}.paper", 10, text)
    assert max(sum(name in made.split() for name in ("Mary", "John")) for made in everyone) < 2


def test_a_text_without_names_is_not_applicable() -> None:
    assert outcomes(NAME, 100, "nothing is named here") == set()


def test_a_long_text_ends() -> None:
    assert swapped("John met Mary in Paris and in Canada . " * 6_000)

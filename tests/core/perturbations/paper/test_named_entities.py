"""Persons, places and organisations, found in sentences of our own and exchanged for others of their kind."""

import pytest

from core.english.entities import EntityKind, entities
from core.lexicon.organisations import ORGANISATIONS
from data.lexicon.resources import gazetteer, perturber
from tests.core.outcomes import outcomes


def named(text: str, sure: bool = True) -> list[tuple[str, str]]:
    analysed = perturber().analyse(text)
    found = entities(analysed, gazetteer(), sure)
    return [(" ".join(t.text for t in analysed.tokens[e.first : e.end]), e.kind.value) for e in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mary met Robert Miller in Paris.", [("Mary", "person"), ("Robert Miller", "person"), ("Paris", "place")]),
        ("We met Mr. Brown in Fairtown.", [("Brown", "person"), ("Fairtown", "place")]),
        (
            "She works for NASA and Boston University.",
            [("NASA", "organisation"), ("Boston University", "organisation")],
        ),
        ("On Monday he spoke English.", []),
        ("we flew from paris to new york", [("paris", "place"), ("new york", "place")]),
        ("There is nothing here.", []),
    ],
)
def test_entities_by_hand(text: str, found: list[tuple[str, str]]) -> None:
    assert named(text) == found


def test_a_first_word_with_a_capital_is_a_name_where_a_verb_follows() -> None:
    assert named("Smurdo laughed.") == [("Smurdo", "person")]
    assert named("Smurdo of them all .") == []
    assert named("Smurdo of them all .", sure=False) == [("Smurdo", "person")]


def test_each_becomes_another_of_its_kind() -> None:
    persons = {target.text for kind in ("man", "woman") for target in gazetteer().targets[kind]}
    made = outcomes("swap_named_entities", 100, "Today I met Mary .", keys=2_000)
    assert made == {f"Today I met {name} ." for name in persons - {"Mary"}}
    assert outcomes("swap_named_entities.paper", 10, "Today NASA said so .", keys=2_000) == {
        f"Today {name} said so ." for name in ORGANISATIONS if name != "NASA"
    }


def test_all_of_them_under_paper_rules_and_as_many_as_the_percentage_pays_for_under_ours() -> None:
    text = "Today I met Mary and John and Peter and Susan ."  # 9 words, so that 12 % are one
    assert {len(made.split()) for made in outcomes("swap_named_entities.paper", 10, text)} == {11}
    kept = [
        sum(name in made for name in ("Mary", "John", "Peter", "Susan"))
        for made in outcomes("swap_named_entities", 12, text)
    ]
    assert min(kept) >= 2 and max(kept) == 3
    assert (
        max(
            sum(n in made.split() for n in ("Mary", "John")) for made in outcomes("swap_named_entities.paper", 10, text)
        )
        < 2
    )


def test_a_text_without_names_is_not_applicable() -> None:
    assert outcomes("swap_named_entities", 100, "nothing is named here") == set()
    assert {kind.value for kind in EntityKind} == {"person", "place", "organisation"}

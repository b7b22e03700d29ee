"""prejudice by hand: which names are places or persons, and how their replacements fit the text."""

import pytest

from core.english.articles import article
from core.lexicon.gazetteer import FAMILY, Gazetteer
from core.perturbations.sentence.as_romero import AFRICA
from core.perturbations.sentence.places import prejudice
from core.randomness import Draws
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from data.lexicon.resources import gazetteer, perturber

FEW = Gazetteer.of(
    """\
# a note
country	Canada, the Netherlands+, the U.S., the US, Turkey?, Georgia~, New Zealand, Iraq, France
region	Ohio, Georgia~
city	Paris, Washington~, New York
for country	Morocco, Angola
for region	Bihar
for city	Lagos/Nigeria
man	John, Bill?, Peter
woman	Mary, Sue?
known	Potter
adjective	Morocco/Moroccan, Angola/Angolan
""".splitlines()
)


def replaced(text: str, seed: int = 0) -> str | None:
    analysed = perturber().analyse(text)
    made = prejudice(analysed, 100, Draws.seeded(text, seed), gazetteer=FEW)
    return made.perturbed if made else None


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("I'm moving to Canada next month", {"I'm moving to Morocco next month", "I'm moving to Angola next month"}),
        ("They left the Netherlands.", {"They left Morocco.", "They left Angola."}),
        ("The U.S. is big.", {"Morocco is big.", "Angola is big."}),
        ("She lives in the U.S.", {"She lives in Morocco.", "She lives in Angola."}),
        ("the U.S. army", {"the Moroccan army", "the Angolan army"}),
        ("He saw Sarasota, Florida.", {None}),  # a town that is not listed keeps its area
        ("Canada's lakes", {"Morocco's lakes", "Angola's lakes"}),
        ("an Iraq veteran", {"an Angola veteran"}),
        ("a Canada goose", {"a Morocco goose"}),
        ("CANADA IS COLD", {"MOROCCO IS COLD", "ANGOLA IS COLD"}),
        ("we love canada .", {"we love morocco .", "we love angola ."}),
        ("I ate turkey in Turkey.", {"I ate turkey in Morocco.", "I ate turkey in Angola."}),
        ("He left Paris, France.", {"He left Lagos, Nigeria."}),
        ("He lives in Georgia.", {"He lives in Morocco.", "He lives in Angola."}),
        ("She likes New York .", {"She likes Lagos ."}),
        ("He fled from Angola to Paris.", {"He fled from Angola to Lagos."}),  # a poor place is left
        ("Mary Paris sang .", {None}),  # readers may know her
        ("Mary Paris, a lawyer, came.", {"John Paris, a lawyer, came.", "Peter Paris, a lawyer, came."}),
        ("It was Mary Paris, 34, who came.", {"It was John Paris, 34, who came.", "It was Peter Paris, 34, who came."}),
        ("the analyst Mary Paris", {"the analyst John Paris", "the analyst Peter Paris"}),
        ("mary paris sang .", {None}),  # a title or somebody known, as far as anybody sees
        ("we love paris .", {None}),
        ("The newswoman left John there.", {None}),  # where a word tells a sex
        ("The ship reached Paris.", {None}),
        ("French troops left Paris.", {None}),
        ("The US and British troops left.", {None}),
        ("the Canada-led war", {None}),
        ("She left Paris for Canada.", {None}),  # a city and a country apart
        ("John Potter sang.", {None}),
        ("He saw the John Mayer Band.", {None}),
        ("the US president", {None}),
        ("the New York state court", {None}),
        ("Canada's population in 1699", {None}),
        *((text, {None}) for text in ("Canada and its pandas", "Canada won the match.", "RT They left Canada.")),
        *((text, {None}) for text in ("The film hates Mary.", "the conflicted Mary", "It was paid by Mary's to sing.")),
        *((text, {None}) for text in ("Canada chose Simpson.", "Paris has sent troops.", "two U.S.", "the Canada 67s")),
        *((text, {None}) for text in ("he is sleepless in paris .", "he met him in the paris police .")),
        ("he lived in paris .", {"he lived in lagos ."}),
        ("They agreed with Mary Eugenia Ochoa.", {None}),
        ("They saw Ann B. Mary there.", {None}),
        ("All the Mary Hawk-style stunts", {None}),
        ("Most of Canada is cold.", {"Most of Morocco is cold.", "Most of Angola is cold."}),
    ],
)
def test_places_fit_where_the_old_ones_stood(text: str, outcomes: set[str]) -> None:
    assert {replaced(text, seed) for seed in range(20)} == outcomes


def test_the_same_place_is_replaced_alike_and_two_places_differ() -> None:
    for seed in range(20):
        made = replaced("Canada is not France, and Canada knows it.", seed)
        assert made in (
            "Morocco is not Angola, and Morocco knows it.",
            "Angola is not Morocco, and Angola knows it.",
        )


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "the Canadian way",
            "turkey again",
            "the New York Times",
            "Georgia smiled",
            "Paris Hilton sang",
            "the Normandy landings",
            "the Boston tea party",
        ),
        *("The Netherlands are flat.", "John lost his hat.", "He met John.", "Mr. John came.", "John VIII died."),
        *(
            'She sang "Letters to Mary" twice.',
            "Peter the Great came.",
            "the 12th New York came",
            "the Paris and Salem ran",
        ),
        *("The Bank of Canada rose.", "He left the Museum of Paris.", "John Smith University opened."),
        *("Morocco is large.", "the bill", "bill saw it .", "He left Ohio-based firms."),
    ],
)
def test_what_may_be_something_else_is_left_alone(text: str) -> None:
    assert replaced(text) is None


def test_first_names_change_their_gender() -> None:
    assert replaced("Peter lost her hat.") == "Mary lost her hat."
    assert {replaced("Mary came.", seed) for seed in range(20)} == {"John came.", "Peter came."}


def test_the_table_holds_no_target_twice_and_every_kind_has_some() -> None:
    full = gazetteer()
    kinds = {name.kind for names in full.starting.values() for name in names}
    assert kinds == set(full.targets) - {AFRICA, FAMILY} == {"country", "region", "city", "continent", "man", "woman"}
    for targets in full.targets.values():
        assert len({target.text for target in targets}) == len(targets)
        assert {article(target.text) for target in targets} == {"a", "an"} or len(targets) < 9
    assert all(target.country for target in full.targets["city"])


def test_a_text_without_names_needs_no_draws() -> None:
    assert prejudice(AnalysedText("no names here"), 100, Draws(0), gazetteer=FEW) is None


def test_a_long_text_ends() -> None:
    text = "John met Mary in Paris and in Canada . " * 12_000
    made = perturber().text(text, "prejudice", Severity(Unit.PERCENT_WORDS, 100), 0)
    assert made is not None

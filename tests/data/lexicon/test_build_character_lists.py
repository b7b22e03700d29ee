"""What the scripts that make the misspellings and the abbreviations take from their sources, row by row."""

import pytest

from data.lexicon.resources import abbreviation_table as shipped
from tools.lexicon.abbreviations import abbreviations
from tools.lexicon.misspellings import misspellings
from tools.lexicon.synonyms import word_list


def test_misspellings_by_word_without_rows_that_join_or_part_words() -> None:
    lines = ["teh->the", "tghe->the", "Asain->Asian", "alot->a lot", "ninties->1990s", "isnt->isn't", "the->the"]
    assert misspellings(lines) == {"asian": ["asain"], "isn't": ["isnt"], "the": ["teh", "tghe"]}


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("to", "tuh"),  # not shorter
        ("girl", "shawty"),  # hardly a letter of the word
        ("cat", "[email\xa0protected]"),  # garbled
        ("b***h", "bytch"),  # starred out
        ("grin", "*g*"),  # marks
        ("Unwanted Thing", "ut"),
    ],
)
def test_rows_that_are_left_out(long: str, short: str) -> None:
    assert abbreviations([(long, short)], frozenset({"unwanted"})) == {}


def test_the_shortest_abbreviation_in_lower_case() -> None:
    rows = [("By  The Way", "BTW"), ("by the way", "bytw"), ("You there?", "yt"), ("you there", "ut")]
    assert abbreviations(rows, frozenset()) == {"by the way": "btw", "you there": "ut"}


def test_no_shipped_abbreviation_holds_an_unwanted_word() -> None:
    unwanted = word_list("unabbreviated.txt")
    offending = [row for row in shipped().rows if unwanted & {*row.words.split(" "), row.short}]
    assert offending == []
    assert len(shipped().rows) > 2_500

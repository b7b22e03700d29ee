"""The synonyms and neighbours that were read: still what is made, and as good as the page says."""

from collections import Counter
from pathlib import Path

import pytest

from tests.sheets.lines import text_of
from tests.sheets.synonyms_read import digest_now, rows

AIMS = {"synonym_replacement": 0.75, "synonym_replacement.careful": 0.9, "swap_syn_word_embedding": 0.75}
REASONS = {"wrong sense", "near word", "part of a name", "part of a term", "ill-formed", "wrong tag", ""}


@pytest.mark.parametrize("perturbation", AIMS)
def test_at_least_the_aim_is_good(perturbation: str) -> None:
    verdicts = Counter(row.verdict for row in rows() if row.perturbation == perturbation)
    assert verdicts.keys() == {"good", "bad"}
    assert verdicts.total() >= 100
    assert verdicts["good"] / verdicts.total() >= AIMS[perturbation]


def test_every_bad_edit_has_its_reason_and_none_is_an_opposite() -> None:
    assert {row.reason for row in rows()} == REASONS
    assert all(bool(row.reason) == (row.verdict == "bad") for row in rows())


def test_nine_in_ten_edits_are_those_that_were_read(shared: Path) -> None:
    """Another tag somewhere in the sentence may draw another word; when many differ, they are to be read again."""
    same = [digest_now(row, text_of(shared / "datasets", row)) == row.digest for row in rows()]
    assert sum(same) >= 0.9 * len(same), "read synonyms on fresh sentences and make the sheet anew"

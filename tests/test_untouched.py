"""Text that nobody edited is original: every perturbation on texts of all real data sets.

Between its edits a perturbed text reads as its source does, byte for byte; the pieces of a rewrite, moved ones too, are
the source, each character once; and what comes back differs from the source, or is None.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import pytest

from core.perturbations.perturber import Perturber
from core.perturbations.registry import Perturbation, find, perturbations
from core.records import Sample
from core.rewrite import Piece, Rewrite
from core.severity import Severity, Unit, pps
from data.jobs.pool import in_order
from data.jobs.process_pool import cores, local_pool
from data.lexicon.resources import resources, tagger
from tests.real_texts import LONG, NAMES, samples

SOME, SOME_LONG = 40, 2
MANY, MANY_LONG = 700, 60
PARTS = 8  # of a data set, for all cores
PAIRS = ("mrpc", "rte_glue", "stsb")
ALL = pytest.mark.parametrize("name", NAMES)


def some(folder: Path, name: str, wanted: int) -> Sequence[Sample]:
    """About so many from the whole length of a data set."""
    found = list(samples(folder, name))
    assert len(found) > 1_000
    return found[:: max(1, len(found) // wanted)]


@ALL
def test_of_some_texts_what_was_not_edited_is_untouched(name: str, shared: Path) -> None:
    check(some(shared / "datasets", name, SOME_LONG if name in LONG else SOME))


@pytest.mark.slow
@ALL
def test_of_many_texts_what_was_not_edited_is_untouched(name: str, shared: Path) -> None:
    with local_pool(cores(), ready) as workers:
        applied = set[str]().union(
            *in_order(workers, check_part, [(shared / "datasets", name, k) for k in range(PARTS)])
        )
    rare = {"word_case_lower", "prejudice"}  # no capitals; places that stay beside other names, or can't change
    assert {p.name for p in perturbations()} - applied <= rare


def ready() -> None:
    """Load what a worker needs."""
    tagger()


def check_part(task: tuple[Path, str, int]) -> set[str]:
    folder, name, k = task
    return check(some(folder, name, MANY_LONG if name in LONG else MANY)[k::PARTS])


def check(found: Iterable[Sample]) -> set[str]:
    """Every perturbation on every text, the severities of its paper in turn; the names of those that applied."""
    perturber = Perturber(tagger(), resources(), remembered=4)
    applied: set[str] = set()
    for i, sample in enumerate(found):
        for field in sample.fields:
            for perturbation in perturbations():
                made = perturber.text(field.text, perturbation.name, turn(perturbation, i), 0, key=str(i))
                if made is not None:
                    applied.add(perturbation.name)
                    wrong = fault(field.text, made)
                    assert not wrong, (wrong, perturbation.name, turn(perturbation, i), sample.id)
    return applied


def turn(perturbation: Perturbation, i: int) -> Severity:
    return perturbation.severities[i % len(perturbation.severities)]


def fault(text: str, made: Rewrite) -> str:
    """What is wrong with this rewrite of the text; "" when nothing is."""
    at = 0
    for piece in sorted(made.pieces):
        if piece.start != at or piece.end < at:
            return f"{piece} leaves something out or has it twice"
        at = piece.end
    if made.source != text or at != len(text):
        return "the pieces are not the text"
    now = made.perturbed
    if now == text:
        return "it says applied, and nothing is changed"
    now.encode()
    at = shift = 0
    for edit in (*made.edits, Piece(len(text), len(text), "")):
        if text[at : edit.start] != now[at + shift : edit.start + shift]:
            return f"before {edit} something changed that is no edit"
        at, shift = edit.end, shift + len(edit.text) - (edit.end - edit.start)
    return "" if at + shift == len(now) else "the end has changed"


@pytest.mark.parametrize("name", PAIRS)
def test_the_other_text_of_a_pair_is_untouched(name: str, shared: Path) -> None:
    perturber = Perturber(tagger(), resources(), remembered=4)
    found = islice(samples(shared / "datasets", name), 30)
    for i, sample in enumerate(found):
        for perturbation in perturbations():
            candidate = perturber.sample(sample, perturbation.name, turn(perturbation, i), 0, fields=("text1",))
            if candidate is None:
                continue
            first, second = candidate.rewrites
            assert first.rewrite.perturbed == sample.fields[0].text
            assert not fault(sample.fields[1].text, second.rewrite)


def test_a_rewrite_that_touches_more_than_its_edits_would_be_found() -> None:
    text = "one two three"
    assert fault(text, Rewrite.of(text, [Piece(0, 3, "1")])) == ""
    assert fault(text, Rewrite.of(text, [])) == "it says applied, and nothing is changed"
    assert fault(text, Rewrite(text, (Piece(0, 3, "1"), Piece(4, 13, "two three")))).startswith("Piece(start=4")
    assert fault(text, Rewrite(text, (Piece(0, 3, "1"), Piece(3, 12, " two thre")))) == "the pieces are not the text"
    assert fault(text, Rewrite(text, (Piece(0, 3, "1"), *[Piece(3, 13, " two three")] * 2))).startswith("Piece(start=3")


def test_words_in_another_order_are_the_same_words(shared: Path) -> None:
    perturber = Perturber(tagger(), resources())
    for sample in some(shared / "datasets", "sst5_cased", SOME):
        made = perturber.text(sample.text, "word_order", pps(4), 0, key=sample.id)
        if made is not None:
            assert sorted(made.perturbed) == sorted(sample.text)
    assert find("word_order").unit is Unit.PPS

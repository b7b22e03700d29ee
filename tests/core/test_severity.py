"""The severity that a perturbation has is the severity that was asked, on real sentences, wherever they allow it.

A percentage: a text allows it when at 100 % the perturbation touches as many words, the share of a word taken as one;
or half as many characters again and one more, since there an edit may cost several.
A PPS: a text allows n when at the highest PPS it gets n edits with every one of a few seeds.
A probability: the places are those that are changed at probability 1.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, sqrt
from pathlib import Path
from statistics import fmean, pvariance

import pytest

from core.perturbations.perturber import Perturber
from core.perturbations.registry import Level, Perturbation, perturbations
from core.rewrite import Rewrite
from core.severity import Severity, Unit
from core.text.realised import realised
from data.lexicon.resources import resources, tagger

WITHIN = 0.02  # of what was asked
SURE = 0.005  # the standard error, relative, at which a mean is compared; so far are more seeds tried
SEEDS = 40
FEWEST = 25  # texts and seeds below which a mean says nothing
FEW_WORDS = (10, 20, 30)  # for those of which the paper knows 100 % only
PERCENT = [p for p in perturbations() if p.unit in (Unit.PERCENT_CHARACTERS, Unit.PERCENT_WORDS)]
PPS = [p for p in perturbations() if p.unit is Unit.PPS]
PLACES = [p for p in perturbations() if p.unit is Unit.PROBABILITY and p.level is not Level.ORDER]
ORDER = [  # those that a probability moves, and full shuffles
    p for p in perturbations()
    if p.unit is Unit.PROBABILITY and p.level is Level.ORDER and (len(p.values) > 1 or p.name.endswith("full_shuffle"))
]  # fmt: skip
SOME = 900
COUNTS = [pytest.param(SOME, id="some"), pytest.param(2_000, id="many", marks=pytest.mark.slow)]


def each(chosen: Iterable[Perturbation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("perturbation", chosen, ids=lambda p: p.name)


@cache
def perturber() -> Perturber:
    return Perturber(tagger(), resources(), remembered=10_001)


@cache
def sentences(shared: Path, count: int) -> tuple[str, ...]:
    lines = (shared / "datasets/sst5_cased/sst_train.txt").read_text(encoding="utf-8").splitlines()
    lines += (shared / "datasets/sst5_cased/sst_test.txt").read_text(encoding="utf-8").splitlines()
    return tuple([line.partition("\t")[2] for line in lines][:count])


def made(perturbation: Perturbation, value: float, texts: Sequence[str], seed: int) -> list[Rewrite | None]:
    rewritten = perturber().prepared(perturbation.name, perturbation.severity(value), seed)
    return [rewritten(text, str(i)) for i, text in enumerate(texts)]


def percentages(perturbation: Perturbation, value: float, texts: Sequence[str], seed: int) -> list[float]:
    """The realised severity of each text; 0 where nothing was changed."""
    found = made(perturbation, value, texts, seed)
    return [realised(rewrite, perturbation.unit) if rewrite else 0.0 for rewrite in found]


@cache
def room(perturbation: Perturbation, texts: tuple[str, ...]) -> Sequence[float]:
    """How many characters or words of each text the perturbation touches at full strength, at the least."""
    trials = 1 if perturbation.unit is Unit.PERCENT_CHARACTERS else 8  # some add one word or several
    shares = [percentages(perturbation, 100, texts, seed) for seed in range(100, 100 + trials)]
    return [min(of) * total(perturbation, text) / 100 for text, *of in zip(texts, *shares, strict=True)]


def total(perturbation: Perturbation, text: str) -> int:
    return len(text) if perturbation.unit is Unit.PERCENT_CHARACTERS else len(perturber().analyse(text).words)


def allowing(perturbation: Perturbation, value: float, texts: tuple[str, ...]) -> list[str]:
    """The texts in which at full strength so much can be touched that the budget can always be spent."""
    spare, more = (1.5, 1) if perturbation.unit is Unit.PERCENT_CHARACTERS else (1, 0)
    return [
        text
        for text, most in zip(texts, room(perturbation, texts), strict=True)
        if most >= max(1, ceil(spare * value * total(perturbation, text) / 100) + more)
    ]


def asked(perturbation: Perturbation) -> Sequence[float]:
    return [value for value in perturbation.values if value != 100] or FEW_WORDS


@each(PERCENT)
@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS)
def test_the_mean_share_is_the_percentage_asked(perturbation: Perturbation, count: int, shared: Path) -> None:
    for value in asked(perturbation):
        texts = allowing(perturbation, value, sentences(shared, count))
        shares: list[float] = []
        error = 0.0
        for seed in range(SEEDS):
            shares += percentages(perturbation, value, texts, seed)
            error = sqrt(pvariance(shares) / len(shares)) / value if len(shares) > FEWEST else 0
            if error < SURE:
                break
        if len(shares) > FEWEST:
            unsure = 4 * error if error > SURE else 0  # rare perturbations: what chance alone may make
            assert fmean(shares) == pytest.approx(value, rel=WITHIN + unsure), (perturbation.name, value, len(texts))


@pytest.mark.slow
def test_enough_texts_allow_the_percentages_for_the_test_above_to_say_something(shared: Path) -> None:
    for name, fewest in (("keyboard", 840), ("typos", 840), ("swap_syn_wordnet", 150), ("word_case", 840)):
        perturbation = next(p for p in PERCENT if p.name == name)
        assert len(allowing(perturbation, asked(perturbation)[0], sentences(shared, SOME))) > fewest, name


@each(PPS)
@pytest.mark.parametrize("count", COUNTS)
def test_there_are_as_many_edits_as_asked_where_the_text_allows_and_never_more(
    perturbation: Perturbation, count: int, shared: Path
) -> None:
    texts = sentences(shared, count)
    most = [min(edits(rewrites)) for rewrites in zip(*(made(perturbation, 4, texts, s) for s in range(3)), strict=True)]
    allowed = 0
    for value in perturbation.values:
        assert isinstance(value, int)
        for text, rewrite, possible in zip(texts, made(perturbation, value, texts, 7), most, strict=True):
            (count_of,) = edits([rewrite])
            assert count_of <= value, text
            assert count_of == value or possible < value, text
            allowed += possible >= value
    assert allowed > 0


def edits(rewrites: Iterable[Rewrite | None]) -> list[int]:
    return [len(rewrite.edits) if rewrite else 0 for rewrite in rewrites]


@pytest.mark.slow
@each(PLACES)
def test_as_many_of_the_places_are_hit_as_the_probability_says(perturbation: Perturbation, shared: Path) -> None:
    texts = sentences(shared, 1_500)
    places = sum(edits(made(perturbation, 1, texts, 0)))
    assert places > 100
    for value in perturbation.values:
        assert isinstance(value, float | int)
        hit = runs = 0
        while hit < 10_000 and runs < SEEDS:  # so many that chance alone makes 1 %
            hit += sum(edits(made(perturbation, value, texts, runs)))
            runs += 1
        unsure = 4 / sqrt(hit) if hit < 10_000 else WITHIN
        assert hit / (places * runs) == pytest.approx(value, rel=WITHIN + unsure), value


UNITS = 20_000  # characters that are a word, a subword and a character each, and all different


@pytest.mark.slow
@each(ORDER)
def test_as_many_units_are_moved_as_rho_says(perturbation: Perturbation) -> None:
    units = [chr(0x4E00 + i) for i in range(UNITS)]
    apart = "" if perturbation.name.startswith("character") else " "
    numbers = {unit: i for i, unit in enumerate(units)}
    for value in perturbation.values:
        (rewrite,) = made(perturbation, float(value), [apart.join(units)], 0)
        assert rewrite
        now = rewrite.perturbed.split() if apart else list(rewrite.perturbed)
        order = [numbers[unit] for unit in now]
        assert hit(perturbation, order) == pytest.approx(float(value), rel=3 * WITHIN), value


def hit(perturbation: Perturbation, order: Sequence[int]) -> float:
    """Which share of the places was hit, read from the new order."""
    if perturbation.name.endswith("neighbour_flip"):  # each flip moves one unit to the left
        return fmean(unit > place for place, unit in enumerate(order))
    if perturbation.name == "shuffle_word":  # each word taken leaves its place
        return fmean(unit != place for place, unit in enumerate(order))
    assert perturbation.name.endswith(("phrase_shuffle", "full_shuffle"))  # each cut parts two neighbours
    return fmean(after != before + 1 for before, after in pairwise(order))


def test_a_perturbation_that_always_rounds_up_would_be_found(shared: Path) -> None:
    texts = sentences(shared, 1_500)
    one_more = [100 * (ceil(len(text) / 100)) / len(text) for text in texts]
    assert fmean(one_more) != pytest.approx(1, rel=WITHIN)
    assert Severity(Unit.PERCENT_CHARACTERS, 1) in next(p for p in PERCENT if p.name == "keyboard").severities

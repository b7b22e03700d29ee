"""How often 95 % intervals of a share hold the truth, of judgements that hang together twice over: simulated."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.metrics.estimate import Estimate
from core.metrics.share import share
from core.metrics.study_results.crossed import crossed_share
from core.metrics.study_results.mixed import mixed_shares
from tools.bench.output import Out

STUDIES = 60  # simulated for each truth
SEED = 22
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(40)


@dataclass(frozen=True, slots=True)
class JudgedTruth:
    """`people` each judge `each` items, every item is judged by `judges`; of the items in each of the groups a share is
    so. The random effects of people, items and sources have these standard deviations, in log-odds; `odds` are the
    groups'. Of one source come `of_one` items."""

    odds: tuple[float, ...]
    person_sd: float
    item_sd: float
    judges: int = 3
    people: int = 20
    each: int = 30
    of_one: int = 1
    source_sd: float = 0.0

    @property
    def shares(self) -> list[float]:
        """The true share of each group, over all people, items and sources."""
        spread = np.hypot(np.hypot(self.person_sd, self.item_sd), self.source_sd)
        rates = 1 / (1 + np.exp(-(np.array(self.odds)[:, None] + spread * NODES)))
        return [float(rate) for rate in rates @ (WEIGHTS / WEIGHTS.sum())]


@dataclass(frozen=True, slots=True)
class DrawnStudy:
    """One simulated study: of each judgement whether it is a hit, its group, person, item and the item's source."""

    hits: list[bool]
    groups: list[int]
    people: list[int]
    items: list[int]
    sources: list[int]

    def of(self, group: int) -> "DrawnStudy":
        """The judgements of one group."""
        at = [place for place, g in enumerate(self.groups) if g == group]
        columns = (self.hits, self.groups, self.people, self.items, self.sources)
        return DrawnStudy(*([column[place] for place in at] for column in columns))  # type: ignore[arg-type]


def draw_study(truth: JudgedTruth, random: np.random.Generator) -> DrawnStudy:
    """A study as this truth makes them: each person judges different items, each item is judged equally often."""
    people = np.repeat(np.arange(truth.people), truth.each)
    count = truth.people * truth.each // truth.judges
    items = np.tile(random.permutation(count), truth.judges)[: len(people)]
    sources = items // truth.of_one
    groups = items % len(truth.odds)
    by_person = random.normal(0, truth.person_sd, truth.people)[people]
    by_item = random.normal(0, truth.item_sd, count)[items]
    odds = np.array(truth.odds)[groups] + by_person + by_item
    if truth.source_sd:
        odds += random.normal(0, truth.source_sd, count)[sources]
    hits = random.random(len(people)) < 1 / (1 + np.exp(-odds))
    return DrawnStudy(hits.tolist(), groups.tolist(), people.tolist(), items.tolist(), sources.tolist())


TRUTHS = (
    JudgedTruth((2.5,), 0.6, 1.0),
    JudgedTruth(tuple(np.linspace(-0.5, 4, 12)), 0.6, 1.0),
    JudgedTruth((3.5,), 1.0, 1.5, judges=2),
    JudgedTruth((-2.0, -0.7, 0.7, 2.0), 1.0, 1.0, judges=5),
    JudgedTruth(tuple(np.linspace(-0.5, 4, 12)), 0.2, 0.3),
    JudgedTruth((-0.5, 0.7, 1.8, 3.0), 0.6, 1.2, judges=1),
    JudgedTruth((1.0,), 0.8, 1.0, people=6),
    JudgedTruth((1.5,), 0.6, 0.5, judges=2, of_one=5, source_sd=1.0),
    JudgedTruth((-0.5, 0.7, 1.8), 0.3, 0.3, judges=1, of_one=10, source_sd=1.0),
)


def estimates(study: DrawnStudy, groups: int) -> Iterator[tuple[str, list[Estimate]]]:
    """Each method's estimate for each group."""
    parts = [study.of(group) for group in range(groups)]
    yield "Wilson", [share(sum(part.hits), len(part.hits)) for part in parts]
    if len(set(study.sources)) < len(set(study.items)):
        yield "clusters by item", [crossed_share(part.hits, part.people, part.items) for part in parts]
    yield "clusters", [crossed_share(part.hits, part.people, part.sources) for part in parts]
    mixed = mixed_shares(study.hits, study.groups, study.people, study.items, study.sources)
    if not mixed.why_not:
        yield "mixed", [mixed.shares[group] for group in range(groups)]


def covered(truth: JudgedTruth, studies: int = STUDIES) -> dict[str, tuple[float, float]]:
    """Of each method the share of intervals that hold the true share, and the mean of estimate less truth."""
    random = np.random.default_rng(SEED)
    outcomes: dict[str, list[tuple[bool, float]]] = {}
    for _ in range(studies):
        study = draw_study(truth, random)
        for name, of_groups in estimates(study, len(truth.odds)):
            for estimate, true in zip(of_groups, truth.shares, strict=True):
                outcomes.setdefault(name, []).append((estimate.low <= true <= estimate.high, estimate.value - true))
    return {
        name: (float(np.mean([held for held, _ in rows])), float(np.mean([off for _, off in rows])))
        for name, rows in outcomes.items()
    }


def run(out: Out, studies: int = STUDIES) -> None:
    """Print a line for each truth: how often each method's interval holds it, and how far off its estimate is."""
    out(f"  95 % intervals of shares of judgements by person and item: {studies} studies for each truth")
    out(f"  {'groups':>6} {'people':>6} {'judges':>6} {'of one':>6} {'sds':>13}  share: held by (mean error of)")
    for truth in TRUTHS:
        sds = f"{truth.person_sd:g}, {truth.item_sd:g}, {truth.source_sd:g}"
        methods = "  ".join(f"{name} {held:.3f} ({off:+.3f})" for name, (held, off) in covered(truth, studies).items())
        shares = f"{min(truth.shares):.2f}-{max(truth.shares):.2f}"
        out(f"  {len(truth.odds):6} {truth.people:6} {truth.judges:6} {truth.of_one:6} {sds:>13}  {shares}: {methods}")

"""The candidates of a cell: the split in a seeded order, and what a perturbation makes of each sample."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from heapq import nsmallest
from itertools import islice
from typing import Any

from core.errors import BadInput
from core.hints.choice import Grammar
from core.pairing import paired, spelled
from core.perturb import Perturber, Step, parse_steps
from core.perturbations.registry import listed
from core.randomness import Draws
from core.records import Candidate, Cell, Sample
from core.severity import Severity

FIRST_WAVE = 256  # samples perturbed before anything else, so that people can begin
WAVE = 2048
NAMED = 4  # perturbations in a job's title


@dataclass(frozen=True, slots=True)
class HintWish:
    """Which engines to ask: a similarity model by name or folder, a grammar engine, and a server's address."""

    similarity: str = "default"
    grammar: str = "auto"
    languagetool_url: str = ""

    @property
    def none(self) -> bool:
        """Whether no hints are wanted at all."""
        return self.similarity == self.grammar == "off"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a candidates job makes: a cell for each perturbation and severity of its own, of the first `limit` samples.

    `limit` 0 means the whole split; `steps`, where there are any, are all that is made.
    """

    dataset: str
    split: str
    perturbations: tuple[str, ...]
    severities: tuple[Severity, ...]
    seed: int = 0
    limit: int = 0
    hints: HintWish = HintWish()
    steps: tuple[Step, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, easiest severity first, perturbations together; raises BadInput for what belongs to nothing."""
        steps = self.steps
        if not steps:
            order = {severity: i for i, severity in enumerate(self.severities)}
            made = paired(self.perturbations, self.severities)
            steps = tuple(sorted(made, key=lambda step: order[step.severity]))
        return tuple(Cell(self.dataset, self.split, *step) for step in steps)

    @property
    def arguments(self) -> dict[str, Any]:
        """The plan as the arguments of a job of the kind "candidates"."""
        severities = [severity.key for severity in self.severities]
        told = {"perturbations": list(self.perturbations), "severities": severities, "steps": spelled(self.steps)}
        return asdict(self) | told

    @property
    def title(self) -> str:
        """What people see of the job."""
        more = len(self.perturbations) - NAMED
        names = ", ".join(name.replace("_", " ") for name in self.perturbations[:NAMED])
        return f"{self.dataset} ({self.split}): {names}{f' and {more} more' if more > 0 else ''}"

    def hinted(self, hints: HintWish) -> "Plan":
        """The same plan with these hints."""
        return replace(self, hints=hints)

    def check(self) -> None:
        """Raise BadInput for an unknown perturbation, a severity that it does not take, or nothing to make."""
        if not self.cells:
            raise BadInput("A candidates job needs at least one perturbation and one severity; name them.")
        if self.limit < 0:
            raise BadInput(f"The limit {self.limit} is below 0; give a number of samples, or 0 for all of them.")
        if self.hints.grammar not in set(Grammar):
            raise BadInput(f"{self.hints.grammar!r} is no grammar engine; choose {listed(Grammar)}.")


def plan_of(arguments: Mapping[str, Any]) -> Plan:
    """The plan in a job's arguments; raises BadInput for what is missing, unknown or out of bounds."""
    try:
        plan = Plan(
            str(arguments["dataset"]),
            str(arguments["split"]),
            tuple(arguments["perturbations"]),
            tuple(Severity.parse(key) for key in arguments["severities"]),
            int(arguments.get("seed") or 0),
            int(arguments.get("limit") or 0),
            HintWish(**arguments.get("hints", {})),
            parse_steps(arguments["steps"]) if arguments.get("steps") else (),
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"The arguments of a candidates job are incomplete or unknown: {error}.") from error
    plan.check()
    return plan


def spec_for(
    dataset: str,
    split: str,
    perturbations: Sequence[str],
    severities: Sequence[str],
    seed: int = 0,
    limit: int | None = None,
    similarity: str = "default",
    grammar: str = "auto",
) -> dict[str, Any]:
    """The arguments of a candidates job, checked; raises BadInput for what is unknown or out of bounds."""
    named = {"dataset": dataset, "split": split, "perturbations": perturbations, "severities": severities}
    wish = {"similarity": similarity, "grammar": grammar}
    return plan_of({**named, "seed": seed, "limit": limit, "hints": wish}).arguments


def in_order(samples: Iterable[Sample], seed: int, limit: int = 0) -> list[Sample]:
    """The samples in the seeded order that every cell of the split shares; only the first `limit` when it is not 0.

    Each sample draws its own place, so that the order does not depend on the file's, and a short limit reads a
    long split without holding it.
    """

    def place(sample: Sample) -> tuple[int, str]:
        return Draws.seeded("order", sample.id, seed).bits(), sample.id

    return nsmallest(limit, samples, key=place) if limit else sorted(samples, key=place)


def waves(samples: Sequence[Sample]) -> Iterator[Sequence[Sample]]:
    """The samples in a short first wave and longer ones after it."""
    yield samples[:FIRST_WAVE]
    rest = iter(samples[FIRST_WAVE:])
    while wave := list(islice(rest, WAVE)):
        yield wave


def candidates(
    perturber: Perturber, cell: Cell, samples: Iterable[Sample], seed: int
) -> Iterator[tuple[Candidate, str]]:
    """The cell's candidate and the gold label of each sample that the perturbation applies to."""
    for sample in samples:
        candidate = perturber.sample(sample, cell.perturbation, cell.severity, seed)
        if candidate is not None:
            yield candidate, sample.label

"""What every model of a run predicts: the original texts and, condition by condition, the perturbed ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from core.design import Condition
from core.errors import BadInput
from core.records import Sample
from core.so_many import so_many
from data.datasets.stored import read_samples
from data.jobs.job import Job
from data.runs.evaluation import Evaluation
from data.runs.files import RunCell
from data.variants.files import Recipe, VariantFile
from data.variants.making import limited_ids, variants
from data.variants.reading import InputText, read_variants


@dataclass(frozen=True, slots=True)
class EvaluationInputs:
    """The samples of a run, and the file of variants of each of its conditions."""

    samples: Sequence[Sample]
    files: tuple[VariantFile, ...]

    @property
    def texts(self) -> int:
        """How many texts each model predicts."""
        return len(self.samples) + sum(file.counts.perturbed for file in self.files)

    @property
    def recipe(self) -> Recipe:
        """What the variants follow from."""
        return self.files[0].recipe

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, in the order of the design."""
        return tuple(file.condition for file in self.files)

    @property
    def cells(self) -> tuple[RunCell, ...]:
        """The conditions as the run's card has them."""
        return tuple(map(run_cell, self.files))

    def of(self, condition: Condition | None) -> list[InputText]:
        """The original texts, for None, or those that the condition changed."""
        if condition is None:
            return [InputText(s.id, "", s.texts, s.gold) for s in self.samples]
        return read_variants(next(file for file in self.files if file.condition == condition))


def texts_in_words(draws: Sequence[EvaluationInputs]) -> str:
    """How many texts each model predicts in these draws of a run: "5,850 texts, 3,669 of them distinct"."""
    first, *others = draws
    texts = first.texts + sum(draw.texts - len(draw.samples) for draw in others)
    different = {hash(item.texts) for item in first.of(None)}  # of millions of texts not the texts themselves
    for draw in draws:
        for condition in draw.conditions:
            different.update(hash(item.texts) for item in draw.of(condition))
    return f"{so_many(texts, 'text')}, {len(different):,} of them distinct"


def prepare_inputs(job: Job, evaluation: Evaluation) -> list[EvaluationInputs]:
    """The test items of each draw, with every condition's variants made; those that are there already are kept.

    Raises BadInput when the split holds no samples.
    """
    design = evaluation.design

    def report(done: int, total: int, what: str) -> None:
        job.check()
        job.report(0, total, f"Perturbing {what} ({done:,} of {total:,} texts)")  # how much follows is not known yet

    job.check()
    chosen = limited_ids(job.workspace, design)
    stream = read_samples(job.workspace, design.dataset, design.split)
    samples = [sample for sample in stream if chosen is None or sample.id in chosen]
    if not samples:
        raise BadInput(f"The split {design.split!r} of {design.dataset!r} has no samples; choose another split.")
    return [EvaluationInputs(samples, variants(job.workspace, draw, report=report)) for draw in evaluation.designs]


def run_cell(file: VariantFile) -> RunCell:
    """The condition of this file as a run's card has it."""
    came_to = file.counts.mean_severity
    return RunCell(*file.condition, file.counts.perturbed, None if isnan(came_to) else came_to)

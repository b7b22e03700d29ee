"""The texts of an experiment: drawn from the splits, perturbed, and labelled by gold or by chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from math import isnan, nan

from core.design import Condition, order
from core.errors import BadInput
from core.experiments.records import Added, Labels
from core.experiments.registry import ExperimentRequest, Training, find_experiment
from core.metrics.order import TEXT_METRICS
from core.models.spec import Example, Material
from core.models.tasks import TO_DO
from core.randomness import Draws
from core.records import DatasetCard, Sample, Task
from core.rewrite import Rewrite
from core.so_many import so_many
from data.datasets.stored import dataset_card, known_names, read_samples
from data.experiments.kept import kept_texts
from data.lexicon.resources import perturber
from data.runs.evaluation import answers
from data.variants.reading import InputText
from data.workspace import Workspace

PERTURBED, OTHER = CHANCE = ("perturbed", "other")
"""The two labels that are drawn by chance; texts of the first are perturbed."""
FEWEST = 20  # samples to train or test on, below which no figure says anything
PLAIN = 1_000  # samples for the plain classifier
Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExperimentTexts:
    """The samples that an experiment trains on and tests with, and their perturbed texts as they are asked for."""

    card: DatasetCard
    train: Sequence[Sample]
    test: Sequence[Sample]
    kept: Mapping[Condition, Sequence[Example]] = field(default_factory=dict)
    _changed: dict[tuple[Condition, str], Texts | None] = field(default_factory=dict, repr=False)
    _drawn: dict[tuple[int, int], Mapping[str, str]] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, workspace: Workspace, request: ExperimentRequest) -> "ExperimentTexts":
        """Draw the samples. Raises BadInput for a data set of another task, and for one that is too small."""
        card, experiment = dataset_card(workspace, request.dataset), find_experiment(request.experiment)
        if card.task not in experiment.tasks:
            needs = "texts with labels" + ", or pairs with similarity scores" * (Task.SIMILARITY in experiment.tasks)
            raise BadInput(f"The task of {card.name!r} is to {TO_DO[card.task]}; the experiment needs {needs}.")
        splits = {request.train_split: request.train_samples, request.test_split: request.test_samples}
        known_names([*splits], card.splits, f"{card.name!r} has no split", "splits")
        if unlabelled := next((split for split in splits if split in card.unlabelled), None):
            raise BadInput(f"The split {unlabelled!r} of {card.name!r} has no labels; choose a split with labels.")
        draw = balanced if request.balanced and card.labels else as_they_come
        train, test = (draw(workspace, card, split, size) for split, size in splits.items())
        return cls(card, train, test, kept_texts(workspace, request) if request.curated else {})

    def changed(self, sample: Sample, condition: Condition) -> Texts | None:
        """What the condition makes of the sample's texts; None where it is not applicable."""
        key = condition, sample.id
        if key not in self._changed:
            candidate = perturber().sample(sample, *condition, 0)
            self._changed[key] = tuple(text.rewrite.perturbed for text in candidate.rewrites) if candidate else None
        return self._changed[key]

    def labels(self, training: Training) -> tuple[str, ...]:
        """Those that the model chooses among; of numbers the ends of their scale."""
        if training.labels is Labels.RANDOM:
            return CHANCE
        return answers(self.card, Material([Example(sample.texts, sample.gold) for sample in self.train]))

    def examples(self, training: Training) -> list[Example]:
        """What the training learns from, in an order that the seed draws."""
        labels = self._by_chance(training, self.train)
        if training.added is not Added.ALL:
            return self._shuffled(training, [Example(s.texts, s.gold) for s in self.train] + self._added(training))
        examples: list[Example] = []
        for sample in self.train:
            label = labels.get(sample.id, sample.gold)
            texts = self._perturbed(sample, label, training)
            beside = training.labels is Labels.GOLD and not training.replaces
            examples += [Example(sample.texts, label)] if beside or not texts else []
            examples += [Example(texts, label)] if texts else []
        return self._shuffled(training, examples)

    def _shuffled(self, training: Training, examples: list[Example]) -> list[Example]:
        Draws.seeded("experiment", training.spec.seed).shuffle(examples)
        return examples

    def _added(self, training: Training) -> list[Example]:
        """The texts that people kept, or as many others, drawn by the seed."""
        condition = training.trained_on
        kept = self.kept.get(condition, ()) if condition else ()
        if training.added is Added.KEPT or not condition:
            return [*kept]
        draws = Draws.seeding("as many others", training.spec.seed)
        examples: list[Example] = []
        for sample in sorted(self.train, key=lambda sample: (draws(sample.id).bits(), sample.id)):
            if len(examples) == len(kept):
                break
            if texts := self.changed(sample, condition):
                examples.append(Example(texts, sample.gold))
        return examples

    def perturbed(self, training: Training) -> int:
        """How many perturbed texts are among them."""
        return sum(1 for _ in self._perturbed_texts(training))

    def _perturbed_texts(self, training: Training) -> Iterator[Texts]:
        if training.added is not Added.ALL:
            yield from (example.texts for example in self._added(training))
            return
        labels = self._by_chance(training, self.train)
        yield from filter(None, (self._perturbed(s, labels.get(s.id, s.gold), training) for s in self.train))

    def items(self, training: Training, test: Condition | None) -> tuple[InputText, ...]:
        """What the trained model is asked about, and what it should say.

        With random labels it is the test samples of the perturbed class that the condition changes, as they were for
        None; else all of them, those that the condition leaves alone as they are.
        """
        labels, on = self._by_chance(training, self.test), training.trained_on
        chosen = [s for s in self.test if not labels or (labels[s.id] == PERTURBED and on and self.changed(s, on))]
        texts = [(test and self.changed(s, test)) or s.texts for s in chosen]
        variant = test.key if test else ""
        return tuple(InputText(s.id, variant, t, labels.get(s.id, s.gold)) for s, t in zip(chosen, texts, strict=True))

    def unchanged(self, condition: Condition, samples: Sequence[Sample]) -> float:
        """The percentage of these samples that the condition leaves as they are."""
        return 100 * sum(self.changed(sample, condition) is None for sample in samples) / len(samples)

    def distances(self, condition: Condition) -> dict[str, list[float]]:
        """How far the condition takes each test text from its source; 0, or BLEU-4 of 1, for one that stays as it is.
        Measures that are not defined for this condition, as IDC where words go, are left out, and all of them where no
        text has two characters."""
        rewrites = [rewrite for s in self.test for rewrite in self.rewrites(s, condition) if len(rewrite.source) > 1]
        by_measure = {name: [*map(measure, rewrites)] for name, measure in TEXT_METRICS.items()} if rewrites else {}
        return {name: values for name, values in by_measure.items() if not any(map(isnan, values))}

    def rewrites(self, sample: Sample, condition: Condition) -> Sequence[Rewrite]:
        """What the condition does to each of the sample's texts; nothing where it is not applicable."""
        candidate = perturber().sample(sample, *condition, 0)
        return [t.rewrite for t in candidate.rewrites] if candidate else [Rewrite.of(f.text, ()) for f in sample.fields]

    def told_apart(self, condition: Condition) -> float:
        """The percentage of texts that a plain classifier of letters and words tells from their perturbed versions.

        It learns from half of the training samples that the condition changes, at most `PLAIN`, and is asked about the
        other half; 50 is chance, NaN where there are fewer than `FEWEST`. Learnability assumes that original texts do
        not look perturbed (Zhang et al. 2022, section 4.1): where they do, or where only the order of words tells, this
        is low.
        """
        from sklearn.feature_extraction.text import HashingVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline, make_union

        chosen = [s for s in self.train if self.changed(s, condition)][:PLAIN]
        if len(chosen) < FEWEST:
            return nan
        Draws.seeded("told apart", 0).shuffle(chosen)
        pairs = [("\n".join(s.texts), "\n".join(self.changed(s, condition) or ())) for s in chosen]
        halves = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
        texts, gold = ([[t for pair in half for t in pair] for half in halves], [[0, 1] * len(half) for half in halves])
        letters = HashingVectorizer(analyzer="char_wb", ngram_range=(1, 3), lowercase=False, n_features=2**16)
        words = HashingVectorizer(token_pattern=r"\S+", ngram_range=(1, 2), lowercase=False, n_features=2**16)
        plain = make_pipeline(make_union(letters, words), LogisticRegression(C=10, solver="liblinear"))
        return 100 * float(plain.fit(texts[0], gold[0]).score(texts[1], gold[1]))

    def left_out(self, trainings: Iterable[Training]) -> dict[str, str]:
        """By condition that changes no training text or no test text: of which texts it changes none, such as "96 test
        samples". Raises BadInput where no other condition is left, and for a share that perturbs no text."""
        reasons: dict[str, str] = {}
        one_each = {(t.labels, t.trained_on, t.share, t.added, t.spec.seed): t for t in trainings if t.trained_on}
        for training in one_each.values():
            condition = training.trained_on
            assert condition
            if training.added is Added.KEPT and (few := self.perturbed(training)) < FEWEST:
                raise BadInput(
                    f"People kept {so_many(few, 'text')} of {condition} in the training split; a comparison "
                    f"needs at least {FEWEST}."
                )
            if not any(self.changed(s, condition) for s in self.train):
                reasons[condition.spelled] = f"{len(self.train):,} training samples"
            elif not any(self._perturbed_texts(training)):
                raise BadInput(
                    f"At a share of {training.share:g}, {condition} perturbs none of the {len(self.train):,} training "
                    f"samples (seed {training.spec.seed}); train on more samples, or leave this share out."
                )
            elif not any(self.changed(s, condition) for s in self.test):
                reasons[condition.spelled] = f"{len(self.test):,} test samples"
            elif not self.items(training, condition):
                raise BadInput(
                    f"{condition} changes no test sample that seed {training.spec.seed} gives its label; test on more "
                    "samples, or use another seed."
                )
        conditions = {t.trained_on for t in one_each.values() if t.trained_on}
        if conditions and reasons.keys() == {c.spelled for c in conditions}:
            subject = str(next(iter(conditions))) if len(reasons) == 1 else f"Each of the {len(reasons)} perturbations"
            none = " or ".join(f"none of the {texts}" for texts in dict.fromkeys(reasons.values()))
            raise BadInput(f"{subject} changes {none}; choose other perturbations, or use more samples.")
        return reasons

    def _perturbed(self, sample: Sample, label: str, training: Training) -> Texts | None:
        """The sample's texts as the training perturbs them; None where it does not.

        A lower share perturbs a part of what a higher one does.
        """
        if training.trained_on is None or (training.labels is Labels.RANDOM and label == OTHER):
            return None
        hit = Draws.seeded("perturbed", training.spec.seed, sample.id).uniform() < training.share
        return self.changed(sample, training.trained_on) if hit else None

    def _by_chance(self, training: Training, samples: Sequence[Sample]) -> Mapping[str, str]:
        """The samples' labels where chance gives them; none where they are gold."""
        if training.labels is Labels.GOLD:
            return {}
        key = training.spec.seed, id(samples)
        if key not in self._drawn:
            self._drawn[key] = by_chance(samples, training.spec.seed)
        return self._drawn[key]


def balanced(workspace: Workspace, card: DatasetCard, split: str, size: int) -> list[Sample]:
    """So many samples of the split, as many of each label, the first in seeded order; 0 for as many as there are.

    Raises BadInput where there are not enough of a label, and where too few are asked for.
    """
    of: dict[str, list[Sample]] = {label: [] for label in card.labels}
    for sample in read_samples(workspace, card.name, split):
        of[sample.gold].append(sample)
    rarest = min(of, key=lambda label: len(of[label]))
    most = len(of[rarest]) * len(of)
    if most < max(size, FEWEST):
        few = f"a result needs at least {FEWEST} samples; import more samples of {rarest!r}"
        todo = f"ask for {most:,} or fewer" if most >= FEWEST else few
        raise BadInput(
            f"The split {split!r} of {card.name!r} has {len(of[rarest]):,} samples of {rarest!r}, so a balanced "
            f"set has at most {most:,} samples; {todo}."
        )
    _enough(card, size or most, max(FEWEST, len(of)))
    per_label = (size or most) // len(of)
    return [sample for group in of.values() for sample in _first(group, per_label)]


def as_they_come(workspace: Workspace, card: DatasetCard, split: str, size: int) -> list[Sample]:
    """So many samples of the split whatever their labels, the first in seeded order; 0 for all.

    Raises BadInput where there are not so many, and where too few are asked for.
    """
    samples = list(read_samples(workspace, card.name, split))
    if size > len(samples):
        raise BadInput(
            f"You asked for {size:,} samples, but the split {split!r} of {card.name!r} has only {len(samples):,}; ask "
            f"for {len(samples):,} or fewer."
        )
    _enough(card, size or len(samples), FEWEST)
    return _first(samples, size or len(samples))


def _enough(card: DatasetCard, samples: int, fewest: int) -> None:
    if samples < fewest:
        raise BadInput(f"{samples:,} samples of {card.name!r} are too few for a result; use at least {fewest}.")


def _first(samples: Sequence[Sample], size: int) -> list[Sample]:
    return nsmallest(size, samples, key=lambda sample: (order(sample.id, 0), sample.id))


def by_chance(samples: Sequence[Sample], seed: int) -> dict[str, str]:
    """One of two labels for each sample, drawn by chance whatever its gold label is; half get the first."""
    draws = Draws.seeding("label by chance", seed)
    shuffled = sorted(samples, key=lambda sample: (draws(sample.id).bits(), sample.id))
    half = len(shuffled) // 2
    return {sample.id: PERTURBED if place < half else OTHER for place, sample in enumerate(shuffled)}

"""Samples of several runs as one list: filtered, and each text once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.metrics.share import wilson
from data.flips.rows import FlippedSample
from data.flips.samples import SampleFlips

Turned = Sequence[str]
FLIPS: Mapping[str, Callable[[SampleFlips, Turned], bool]] = {  # of a sample and the pairs of labels that it turned in
    "yes": lambda sample, _: sample.flips > 0,
    "no": lambda sample, _: not sample.flips,
    "wrong": lambda sample, turned: any(pair.startswith(f"{sample.gold} → ") for pair in turned),
    "right": lambda sample, turned: any(pair.endswith(f" → {sample.gold}") for pair in turned),
    "disagree": lambda sample, _: len({model.before for model in sample.models}) > 1,
}


@dataclass(frozen=True, slots=True)
class SampleFilter:
    """What is looked for; what is empty takes all.

    `words` are in the text, or are a sample's id; `flip` is one of FLIPS; `direction` is a pair of labels between which
    a prediction flipped, as in "thing → place"; `ids` leaves only these samples.
    """

    words: str = ""
    golds: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    flip: str = ""
    direction: str = ""
    ids: frozenset[str] | None = None

    def of(self, sample: SampleFlips) -> SampleFlips | None:
        """The sample with the predictions of these models alone, None where it is not looked for."""
        needle = self.words.strip().casefold()
        if needle and needle not in sample.text.casefold() and needle != sample.id:
            return None
        if (self.golds and sample.gold not in self.golds) or (self.ids is not None and sample.id not in self.ids):
            return None
        if self.models:
            models = tuple(model for model in sample.models if model.model in self.models)
            counts = (sum(model.flips for model in models), sum(model.n for model in models))
            sample = replace(sample, flips=counts[0], n=counts[1], models=models)
            if not models:
                return None
        return sample if self._flips(sample) else None

    def _flips(self, sample: SampleFlips) -> bool:
        turned = [pair for model in sample.models for pair in model.directions]
        flipped = FLIPS[self.flip](sample, turned) if self.flip else True
        return flipped and self.direction in ("", *turned)


@dataclass(frozen=True, slots=True)
class TextRow:
    """A text, and the samples of all runs that read so, those that flipped most first."""

    text: str
    samples: tuple[SampleFlips, ...]

    @property
    def flips(self) -> int:
        """How many predictions on its perturbed texts flipped."""
        return sum(sample.flips for sample in self.samples)

    @property
    def n(self) -> int:
        return sum(sample.n for sample in self.samples)

    @property
    def at_least(self) -> float:
        """The lower end of the 95 % interval of the share that flipped; 0 where nothing was predicted."""
        return wilson(self.flips / self.n, self.n).low if self.n else 0.0

    @property
    def golds(self) -> tuple[str, ...]:
        """Its gold labels: several where data sets differ."""
        return tuple(dict.fromkeys(sample.gold for sample in self.samples if sample.gold))

    @property
    def runs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(sample.run for sample in self.samples))


def each_text_once(samples: Iterable[SampleFlips], sample_filter: SampleFilter) -> list[TextRow]:
    """A row for each text that is looked for, that which surely flips most first: by the lower end of its interval.

    A run whose texts are gone borrows them from others of the same samples; what has none anywhere has a row by its id.
    """
    samples = list(samples)
    texts = {sample.id: sample.text for sample in samples if sample.text}
    by_text: dict[tuple[str, str], list[SampleFlips]] = {}
    for sample in samples:
        if match := sample_filter.of(sample if sample.text else replace(sample, text=texts.get(sample.id, ""))):
            by_text.setdefault((match.text, "" if match.text else match.id), []).append(match)
    for group in by_text.values():  # of as many flips the newest run first
        group.sort(key=lambda sample: (sample.flips, sample.run, sample.id), reverse=True)
    return _surest_first(TextRow(text, tuple(group)) for (text, _), group in by_text.items())


def counted_in(rows: Iterable[TextRow], counts: Mapping[str, FlippedSample]) -> list[TextRow]:
    """The rows with only those predictions of each sample, by id, that a row of Flips counts, in the order of these."""

    def counted(sample: SampleFlips) -> SampleFlips:
        return replace(sample, flips=counts[sample.id].flips, n=counts[sample.id].n)

    return _surest_first(TextRow(row.text, tuple(map(counted, row.samples))) for row in rows)


def _surest_first(rows: Iterable[TextRow]) -> list[TextRow]:
    return sorted(rows, key=lambda row: (-row.at_least, -row.n, row.samples[0].id))


def directions(samples: Iterable[SampleFlips]) -> list[str]:
    """Every pair of labels between which a prediction flipped, by name."""
    return sorted({pair for sample in samples for model in sample.models for pair in model.directions})

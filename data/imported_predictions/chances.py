"""Probabilities as files have them: percents are divided, logits go through softmax where asked, the rest is told."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, isclose, isfinite

from core.errors import BadInput

CLOSE = 0.02  # by which probabilities may miss 1: they are often rounded
SHOWN = 5  # numbers of an example
PERCENTS = "are percentages (for example {}); Flinch divided them by 100"
SOME = "are not one number for each of the {labels} labels (for example {}); Flinch left them out"
NO_NUMBERS = "are not all finite numbers (for example {}); Flinch left them out"
NO_SUM = "do not sum to 1 (for example {}); Flinch left them out. If they are logits, turn on softmax"


class Chances:
    """Reads the probabilities of rows, and counts those that are not as they should be, with an example of each."""

    def __init__(self, labels: int, softmax: bool = False) -> None:
        self._labels, self._softmax = labels, softmax
        self._rows = self._proper = 0
        self._odd: Counter[str] = Counter()
        self._example: dict[str, str] = {}

    def read(self, numbers: Sequence[float], sample: str) -> tuple[float, ...]:
        """A row's numbers, in the order of the labels, as probabilities; () where there are none that can be used."""
        if not numbers:
            return ()
        self._rows += 1
        if len(numbers) != self._labels:
            return self._note_unusable(SOME, numbers, sample)
        if not all(map(isfinite, numbers)):
            return self._note_unusable(NO_NUMBERS, numbers, sample)
        total, sums = sum(numbers), min(numbers) >= 0
        self._proper += sums and isclose(total, 1, abs_tol=CLOSE)
        if self._softmax:
            return _softmax(numbers)
        if sums and isclose(total, 1, abs_tol=CLOSE):
            return tuple(numbers)
        if sums and isclose(total, 100, abs_tol=100 * CLOSE):
            self._note_unusable(PERCENTS, numbers, sample)
            return tuple(number / 100 for number in numbers)
        return self._note_unusable(NO_SUM, numbers, sample)

    def check_softmax(self) -> None:
        """Raise BadInput where softmax was asked of what are probabilities already, or of nothing."""
        if self._softmax and self._proper == self._rows:
            fault = "The probabilities sum to 1 already" if self._rows else "The predictions have no logits"
            raise BadInput(f"{fault}; leave softmax out.")

    def warnings(self) -> Iterator[str]:
        """A sentence for each kind that is not as it should be."""
        for kind, times in self._odd.items():
            fault = kind.format(self._example[kind], labels=self._labels)
            yield f"In {times:,} of {self._rows:,} rows the probabilities {fault}"

    def _note_unusable(self, kind: str, numbers: Sequence[float], sample: str) -> tuple[float, ...]:
        self._odd[kind] += 1
        if kind not in self._example:
            more = ", …" if len(numbers) > SHOWN else ""
            self._example[kind] = f"{', '.join(f'{number:g}' for number in numbers[:SHOWN])}{more} of sample {sample}"
        return ()


def _softmax(logits: Sequence[float]) -> tuple[float, ...]:
    most = max(logits)
    powers = [exp(logit - most) for logit in logits]
    total = sum(powers)
    return tuple(power / total for power in powers)

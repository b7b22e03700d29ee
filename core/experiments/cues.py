"""Lexical cues: words that may still tell a model the answer once others are gone (Talman et al. 2022, section 6.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from core.experiments.records import Labels, Outcome
from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.share import share
from core.metrics.trainings import over_trainings
from core.text.tokens import tokenise

RIGHT, WRONG = "right", "wrong"
NONE: frozenset[str] = frozenset()


class Cues(Protocol):
    """A list of words, and what counts as a cue by it; `source` says whose list it is."""

    @property
    def source(self) -> str: ...

    def remain(self, texts: Sequence[str], gold: str) -> bool:
        """Whether the texts of a sample hold a cue to its gold label."""


@dataclass(frozen=True, slots=True)
class LabelWords:
    """Words that each speak for a label: a cue remains where more of them speak for the gold one than for any other."""

    source: str
    label_of: Mapping[str, str]

    def remain(self, texts: Sequence[str], gold: str) -> bool:
        spoken = Counter(self.label_of[word] for text in texts for word in _words(text) if word in self.label_of)
        return spoken[gold] > max((times for label, times in spoken.items() if label != gold), default=0)


@dataclass(frozen=True, slots=True)
class Paraphrases:
    """Words with those that mean the same: a cue remains where one text has a word and the other a paraphrase of it."""

    source: str
    of: Mapping[str, frozenset[str]]

    def remain(self, texts: Sequence[str], gold: str) -> bool:
        one, other = (frozenset(_words(text)) for text in texts)
        return any(self.of.get(word, NONE) & other for word in one)


class Answer(NamedTuple):
    """The texts of a sample as a model read them, its gold label, and what the model said."""

    texts: Sequence[str]
    gold: str
    said: str


def cue_shares(cues: Cues, answers: Iterable[Answer]) -> dict[str, Estimate]:
    """The share of right answers in whose texts a cue remains, and the same of wrong ones."""
    hits, all_ = Counter[str](), Counter[str]()
    for texts, gold, said in answers:
        how = RIGHT if said == gold else WRONG
        all_[how] += 1
        hits[how] += cues.remain(texts, gold)
    return {how: share(hits[how], all_[how]) for how in (RIGHT, WRONG)}


@dataclass(frozen=True, slots=True)
class CueShares:
    """A model of the original texts, asked about a condition ("" for the original texts): in what share of its right
    and of its wrong answers a cue remains, the mean over seeds."""

    model: str
    condition: str
    right: Estimate
    wrong: Estimate


def cued(outcomes: Sequence[Outcome]) -> list[CueShares]:
    """A line for each model and condition of the test, in the order of the outcomes; none where cues were not counted.

    A condition that stands in the training texts is left out, as in the paper.
    """
    of: dict[tuple[str, str], list[Outcome]] = {}
    for one in outcomes:
        if one.cues and one.labels is Labels.GOLD and not one.trained_on:
            of.setdefault((one.model, one.tested_on), []).append(one)
    return [CueShares(*place, _mean(seeds, RIGHT), _mean(seeds, WRONG)) for place, seeds in of.items()]


def _mean(seeds: Sequence[Outcome], how: str) -> Estimate:
    return over_trainings([one.cues.get(how, UNSCORED) for one in seeds]).mean


def _words(text: str) -> Iterable[str]:
    return (token.text.lower() for token in tokenise(text) if token.is_word)

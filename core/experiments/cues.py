"""Lexical cues: words that may still tell a model the answer once others are gone (Talman et al. 2022, section 6.1)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.experiments.records import Labels, Outcome
from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.influence import InfluenceEstimate, share_interval
from core.metrics.share import share
from core.metrics.trainings import over_trainings
from core.text.tokens import tokenise

RIGHT, WRONG = "right", "wrong"
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LabelWords:
    """Words that each speak for a label: a cue is there where more of them speak for the gold one than for another."""

    source: str
    label_of: Mapping[str, str]
    kind: str = "words"

    def left(self, texts: Sequence[str], gold: str) -> float:
        spoken = Counter(self.label_of[word] for text in texts for word in _words(text) if word in self.label_of)
        return float(spoken[gold] > max((times for label, times in spoken.items() if label != gold), default=0))


@dataclass(frozen=True, slots=True)
class Paraphrases:
    """Words with those that mean the same: a cue is there where one text has a word and the other its paraphrase."""

    source: str
    of: Mapping[str, frozenset[str]]
    kind: str = "paraphrases"

    def left(self, texts: Sequence[str], gold: str) -> float:
        one, other = (frozenset(_words(text)) for text in texts)
        return float(any(self.of.get(word, NONE) & other for word in one))


@dataclass(frozen=True, slots=True)
class Overlap:
    """Words that both texts of a pair have, as a share of those of the one that has fewer; 0 where it has none.

    `content` gives the words of a text that count.
    """

    content: Callable[[str], frozenset[str]]
    source: str = ""
    kind: str = "overlap"

    def left(self, texts: Sequence[str], gold: str) -> float:
        one, other = map(self.content, texts)
        return len(one & other) / max(min(len(one), len(other)), 1)


Cues = LabelWords | Paraphrases | Overlap
"""A kind of cue, whose list of words it goes by (`source`, "" for none), and how much of it a sample's texts hold for
the gold label (`left`): from 0 to 1; 0 or 1 where it is only there or not."""


class Answer(NamedTuple):
    """The texts of a sample as a model read them, its gold label, and what the model said."""

    texts: Sequence[str]
    gold: str
    predicted: str


def cue_shares(cues: Sequence[Cues], answers: Iterable[Answer]) -> dict[str, Estimate]:
    """How much of each kind of cue is left in right and in wrong answers, as `key` names them: the share of answers
    that have it, or the mean of what they have."""
    shares: dict[str, list[float]] = {key(cue.kind, how): [] for cue in cues for how in (RIGHT, WRONG)}
    for texts, gold, predicted in answers:
        for cue in cues:
            shares[key(cue.kind, RIGHT if predicted == gold else WRONG)].append(cue.left(texts, gold))
    return {name: _of(values) for name, values in shares.items()}


def key(kind: str, how: str) -> str:
    """ "words_right", "overlap_wrong"."""
    return f"{kind}_{how}"


def _of(values: Sequence[float]) -> Estimate:
    if all(value in (0, 1) for value in values):
        return share(round(sum(values)), len(values))
    pulls = np.array(values) - np.mean(values)
    return share_interval(InfluenceEstimate(float(np.mean(values)), pulls), len(values))


@dataclass(frozen=True, slots=True)
class CueShares:
    """A model of the original texts, asked about a condition ("" for the original texts): how much of a kind of cue its
    right and its wrong answers hold, the mean over seeds."""

    kind: str
    model: str
    condition: str
    right: Estimate
    wrong: Estimate


def cued(outcomes: Sequence[Outcome]) -> list[CueShares]:
    """A line for each kind, model and condition of the test, kind by kind; none where cues were not counted.

    A condition that stands in the training texts is left out, as in the paper.
    """
    groups: dict[tuple[str, str, str], list[Outcome]] = {}
    for outcome in outcomes:
        for kind in _kinds(outcome) if outcome.labels is Labels.GOLD and not outcome.trained_on else ():
            groups.setdefault((kind, outcome.model, outcome.tested_on), []).append(outcome)
    rows = [
        CueShares(*place, *(_mean(seeds, place[0], how) for how in (RIGHT, WRONG))) for place, seeds in groups.items()
    ]
    return sorted(rows, key=lambda row: [*dict.fromkeys(each.kind for each in rows)].index(row.kind))


def _kinds(outcome: Outcome) -> list[str]:
    return [name.removesuffix(f"_{RIGHT}") for name in outcome.cues if name.endswith(f"_{RIGHT}")]


def _mean(seeds: Sequence[Outcome], kind: str, how: str) -> Estimate:
    return over_trainings([outcome.cues.get(key(kind, how), UNSCORED) for outcome in seeds]).mean


def _words(text: str) -> Iterable[str]:
    return (token.text.lower() for token in tokenise(text) if token.is_word)

"""Which words are lexical cues in a data set: those that speak for its labels, or that mean the same in a pair."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.english.verb_finite import AUXILIARY
from core.errors import BadInput
from core.experiments.cues import Answer, Cues, LabelWords, Overlap, Paraphrases, cue_shares
from core.experiments.records import Labels, Outcome
from core.experiments.registry import ExperimentRequest, find_experiment
from core.models.tasks import TO_DO
from core.perturbations.registry import listed
from core.perturbations.word.word_class import CLASSES
from core.records import DatasetCard, Task
from data.lexicon.resources import opinions, paraphrases, perturber
from data.runs.files import read_predictions
from data.variants.reading import InputText

OPINIONS = "the Opinion Lexicon (Hu & Liu 2004)"
PPDB = "PPDB (the pairs published with counter-fitting)"
CALLED = {"pos": "positive", "neg": "negative"}
CONTENT = frozenset(tag for name in ("NOUN", "VERB", "ADJ", "NUM") for tag in CLASSES[name]) - {"MD"}
PARTED = "|||"  # PPDB's own columns: tag, phrase, paraphrase and more


def cues_of(card: DatasetCard, request: ExperimentRequest) -> tuple[Cues, ...]:
    """What is counted as cues; () where the experiment takes no words away, and where no list of ours fits.

    With a file it is the words of that. Raises BadInput for one that can't be read or that has no word for this set.
    """
    removes = find_experiment(request.experiment).removes
    if request.lexicon and not removes:
        raise BadInput(
            f"Only the experiment word_classes uses a lexicon, not {request.experiment}; leave the lexicon out."
        )
    if request.lexicon and card.task is Task.SIMILARITY:
        raise BadInput(
            f"The task of {card.name!r} is to {TO_DO[card.task]}, so it has no right answers; leave the lexicon out."
        )
    if not removes or card.task is Task.SIMILARITY:
        return ()
    if card.task is Task.PAIR_CLASSIFICATION:
        pairs = _named_pairs(request.lexicon) if request.lexicon else Paraphrases(PPDB, paraphrases())
        return pairs, Overlap(_content)
    labels = {CALLED.get(label.lower(), label.lower()): label for label in card.labels}
    poles = {pole: labels[pole] for pole in CALLED.values() if pole in labels}  # "positive" and "negative"
    if request.lexicon:
        return (_named_words(request.lexicon, card, poles),)
    return (LabelWords(OPINIONS, {w: poles[pole] for w, pole in opinions().items()}),) if len(poles) == 2 else ()


def with_cues(outcome: Outcome, cues: Sequence[Cues], items: Sequence[InputText], path: Path) -> Outcome:
    """The outcome with what the cues are in these predictions of the texts that were asked about."""
    if not cues or outcome.labels is not Labels.GOLD:
        return outcome
    texts = {item.sample_id: item.texts for item in items}
    answers = (Answer(texts[row.sample_id], row.gold, row.label) for row in read_predictions(path))
    return replace(outcome, cues=cue_shares(cues, answers))


def _content(text: str) -> frozenset[str]:
    """The nouns, verbs, adjectives and numbers of the text, in lower case, without auxiliaries."""
    words = (token.text.lower() for token in perturber().analyse(text).tokens if token.tag in CONTENT)
    return frozenset(word for word in words if word[0] not in "'’") - AUXILIARY


def _named_words(path: str, card: DatasetCard, poles: Mapping[str, str]) -> LabelWords:
    """Of lines of a word, a tab and a label, "positive" or "negative"; a third column of 0 says that it is not so.

    A word of two labels speaks for neither. NRC's Emotion Lexicon is such a file.
    """
    labels = {label: label for label in card.labels} | dict(poles)
    by_word: dict[str, set[str]] = defaultdict(set)
    for word, label, *flags in (line.split("\t") for line in _lines(path) if "\t" in line):
        if label.strip() in labels and flags[:1] != ["0"]:
            by_word[word.strip().lower()].add(labels[label.strip()])
    sure = {word: next(iter(of)) for word, of in by_word.items() if len(of) == 1}
    if not sure:
        raise BadInput(
            f"{path!r} has no word with exactly one label; write a word, a tab and one of {listed(labels)} on each "
            "line."
        )
    return LabelWords(Path(path).name, sure)


def _named_pairs(path: str) -> Paraphrases:
    """Of lines of two words, or of PPDB's own columns; rows of phrases are passed over."""
    partners: dict[str, set[str]] = defaultdict(set)
    for line in _lines(path):
        words = [part.strip() for part in line.split(PARTED)][1:3] if PARTED in line else line.split()
        if len(words) == 2 and words[0] != words[1] and not any(" " in word for word in words):
            one, other = (word.lower() for word in words)
            partners[one].add(other)
            partners[other].add(one)
    if not partners:
        raise BadInput(f"{path!r} has no pair of words; give two words on each line, or a PPDB file.")
    return Paraphrases(Path(path).name, {word: frozenset(others) for word, others in partners.items()})


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The lexicon {path!r} can't be read; name a text file in UTF-8.") from error

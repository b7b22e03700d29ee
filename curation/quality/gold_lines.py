"""The lines of a file of known answers: which of them can be the right answer to their samples."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from core.errors import BadInput
from core.records import DatasetCard, Task, Verdict
from curation.answers import check_answer
from curation.quality.gold import KnownAnswer, QualityRules
from curation.sharing.decision_import import BadLine

MOST = 3  # bad lines that are told whole


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A known answer, and the number of its line."""

    number: int
    candidate_id: str
    answer: KnownAnswer


@dataclass(frozen=True, slots=True)
class AskedSample:
    """A candidate's label in its data set, and the card of that; None where the data set was removed."""

    gold_label: str
    card: DatasetCard | None = None


def known_answers(
    name: str, lines: Iterable[GoldLine], sample: Callable[[str], AskedSample | None]
) -> dict[str, KnownAnswer]:
    """The answers by candidate id, all or none. `sample` gives the candidate of an id, None where there is none.

    Raises BadInput that names the lines of the file of this name that can't be right, and why.
    """
    answers: dict[str, KnownAnswer] = {}
    bad = []
    for line in lines:
        try:
            answer = _checked_answer(line, sample(line.candidate_id))
            if answers.setdefault(line.candidate_id, answer) != answer:
                raise BadInput("a line above gives this sample another answer; delete one of the two lines.")
        except BadInput as error:
            bad.append(BadLine(line.number, str(error)))
    if bad:
        raise BadInput(_failure_message(name, bad))
    return answers


def _checked_answer(line: GoldLine, sample: AskedSample | None) -> KnownAnswer:
    """The answer as the desk would write it; raises BadInput where nobody could give it."""
    QualityRules(gold={line.candidate_id: line.answer}).check()
    if sample is None:
        raise BadInput(f"there is no candidate {line.candidate_id[:40]!r} here; use ids from an export.")
    label = line.answer.label
    if line.answer.verdict is not Verdict.RELABEL:
        if label:
            raise BadInput(f"{line.answer.verdict.value} can't have a label; remove {label[:40]!r}.")
        return line.answer
    if sample.card:
        check_answer(label, sample.gold_label, sample.card)
        label = _as_typed(label, sample.gold_label) if sample.card.task is Task.SIMILARITY else label
    if label == sample.gold_label:
        raise BadInput(f"{label[:40]!r} is already the label in the data set; answer 'keep' instead.")
    return replace(line.answer, label=label)


def _as_typed(number: str, gold: str) -> str:
    """The number as the desk writes it: "2.50" is "2.5", and what equals the data set's is written as there."""
    value = float(number)
    try:
        if float(gold) == value:
            return gold
    except ValueError:
        pass  # the sample has no number of its own
    return repr(value).removesuffix(".0")


def _failure_message(name: str, bad: list[BadLine]) -> str:
    """ "Nothing was imported from 'gold.csv'. Line 3: … Line 7: … 2 more lines are wrong: 9, 12."."""
    sentences = [f"Line {line.number:,}: {line.why}" for line in bad[:MOST]]
    if rest := bad[MOST:]:
        numbers = ", ".join(f"{line.number:,}" for line in rest[:20]) + (" …" if len(rest) > 20 else "")
        sentences.append(f"{'1 more line is' if len(rest) == 1 else f'{len(rest):,} more lines are'} wrong: {numbers}.")
    return " ".join([f"Nothing was imported from {name!r}.", *sentences])

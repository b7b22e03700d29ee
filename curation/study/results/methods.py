"""A paragraph for a paper on how a study was run, filled in with its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.so_many import so_many
from curation.agreement import Agreement
from curation.study.design import StudyDesign, StudyPart
from curation.study.results.attention import AttentionPaid, rule
from curation.study.results.times import JudgedTimes


@dataclass(frozen=True, slots=True)
class PartFacts:
    """Of one part: how many judgements there are on how many texts, how they agree, how long they took."""

    part: StudyPart
    judgements: int
    items: int
    agreement: Agreement
    times: JudgedTimes | None


@dataclass(frozen=True, slots=True)
class StudyFacts:
    """What the paragraph is filled in with. Of `invited` people so many `finished`, and so many `left`: dropped out or
    withdrew, so that they are not counted; `balance` is a sentence on the plan; `mixed` names the package and version
    that the mixed model was fitted with, "" where it was not."""

    design: StudyDesign
    invited: int
    finished: int
    attention: Sequence[AttentionPaid]
    parts: Sequence[PartFacts]
    balance: str
    first: date | None
    last: date | None
    flinch: str
    mixed: str = ""
    left: int = 0


def methods(facts: StudyFacts) -> str:
    """The paragraph: people, parts, how texts were dealt out, who was left out, agreement, how shares are estimated."""
    sentences = [_people(facts), *map(_part, facts.parts), f"Texts were assigned evenly: {facts.balance}"]
    sentences += [_checks(facts), *map(_agreement, facts.parts), _estimates(facts)]
    sentences.append(
        f"The study was run with Flinch {facts.flinch}; all random draws use the seed {facts.design.seed}."
    )
    return " ".join(sentence for sentence in sentences if sentence)


def _people(facts: StudyFacts) -> str:
    took = len(facts.attention)
    when = ""
    if facts.first and facts.last:
        same = facts.first == facts.last
        when = f" on {facts.first}" if same else f" between {facts.first} and {facts.last}"
    people = so_many(took, "participant")
    gone = so_many(facts.left, "person who dropped out or withdrew is", "people who dropped out or withdrew are")
    left = f" {gone} not counted." if facts.left else ""
    return f"{people} ({facts.finished} finished, {facts.invited} invited) took part{when}.{left}"


def _part(facts: PartFacts) -> str:
    part = facts.part
    questions = " and ".join(f"“{q.text}” ({' / '.join(q.options)})" for q in part.questions)
    intro = "The question was" if len(part.questions) == 1 else "The questions were"
    original = "beside the original" if part.show_original else "without the original"
    label = " and its label" if part.show_label else ""
    time = f" (median {facts.times.median:.1f} s each)" if facts.times else ""
    return (
        f"In “{part.title}”, each participant had to judge {so_many(part.per_participant, 'perturbed text')} from "
        f"{', '.join(part.data)}, shown {original}{label}. {intro}: {questions}. This gave "
        f"{so_many(facts.judgements, 'judgement')} of {so_many(facts.items, 'text')}{time}."
    )


def _checks(facts: StudyFacts) -> str:
    checks = sum(person.checks for person in facts.attention)
    if not checks:
        return "There were no attention checks."
    out = sum(not person.passed for person in facts.attention)
    missed = sum(person.missed for person in facts.attention)
    return (
        f"Participants failed {missed} of {so_many(checks, 'attention check')}. By the rule chosen in advance "
        f"({rule(facts.design.allowed_misses)[:-1].lower()}), "
        f"{so_many(out, 'participant was', 'participants were')} left out."
    )


def _agreement(facts: PartFacts) -> str:
    result = facts.agreement
    if result.undefined:
        return f"Agreement in “{facts.part.title}” is not defined: {result.undefined}."
    return (
        f"Agreement in “{facts.part.title}” ({so_many(result.overlap, 'text')} judged by at least two participants): "
        f"Fleiss' kappa {_figure(result.fleiss.value, result.fleiss.low, result.fleiss.high)}, Krippendorff's alpha "
        f"{_figure(result.alpha.value, result.alpha.low, result.alpha.high)}."
    )


def _estimates(facts: StudyFacts) -> str:
    mixed = (
        f" Mixed-effects logistic regressions were fitted by variational Bayes ({facts.mixed}), with intervals from "
        "the Laplace approximation. Their random effects are for participants, for texts and, where several texts were "
        "made from one original, for originals."
        if facts.mixed
        else ""
    )
    return (
        "Shares have 95 % Wilson intervals for the effective number of independent judgements, which accounts for "
        f"variance between participants and between original texts (two-way clustering).{mixed}"
    )


def _figure(value: float, low: float, high: float) -> str:
    interval = "" if low != low else f" [{low:.2f}, {high:.2f}]"  # one text that two people judged has none
    return f"{value:.2f}{interval}".replace("-0.00", "0.00")

"""The same figures as tables: shares, beside what was published, agreement, attention checks, times, and curators."""

from collections.abc import Iterator, Sequence
from itertools import chain

import streamlit as st

from core.metrics.estimate import Estimate
from core.metrics.study_results.published import beside_published
from core.records import Decision, Verdict
from core.rounding import signed
from curation.study.results.agreeing import study_agreement
from curation.study.results.curators import beside_curators, curators_said
from curation.study.results.shares import option_share
from curation.study.results.times import JudgedTimes, judged_times
from data.published.user_study import SOURCE
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.session import store
from pages.ui.studies.results.chosen import ChosenQuestion, StudyRead, in_percent
from pages.ui.studies.results.rows import ShareRow, published_answers

VERDICTS = {Verdict.KEEP: "Kept", Verdict.RELABEL: "Relabelled", Verdict.DISCARD: "Discarded"}
NOT_ALIKE = (
    "People, texts and wording differ, so a difference can have several causes. The paper does not report "
    "how its judgements are clustered. Flinch assumes the same clustering as in this study."
)


def draw_shares_table(chosen: ChosenQuestion, rows: Sequence[ShareRow]) -> None:
    """A line for each group and option, with all three estimates."""
    options, several = chosen.question.options, len(chosen.shown) > 1
    answers = "answers" if several else f"the answer “{options[chosen.shown[0]]}”"
    header = ("", "Judgements", "Texts", "Share", "Wilson", "Clustered", "Mixed model")
    lines = [
        ((row.name, options[p.option]) if several else row.name, f"{row.judgements:,}", f"{row.items:,}",
         in_percent(p.wilson.value), bounds(p.wilson), bounds(p.clustered), span(p.mixed) if p.mixed else "–")
        for row in rows for p in row.points
    ]  # fmt: skip
    draw_table(f"Shares of {answers}, with 95 % intervals", header, lines, wide=True)


def draw_published(chosen: ChosenQuestion) -> None:
    """Ours beside the printed percentages, where a part like this one was published."""
    printed = published_answers(chosen)
    if not printed or not chosen.rows:
        return
    st.header("Comparison with the published study")
    lines = []
    for option, answer in sorted(printed.items()):
        ours = option_share(chosen.rows, option).clustered
        beside = beside_published(ours, answer.share, answer.judgements)
        differ = "yes" if beside.differs else "not clear"
        apart = beside.difference
        lines.append(
            ((chosen.question.options[option], f"published as: {answer.answer}"), span(ours, 1),
             in_percent(answer.share),
             "{} ({} to {})".format(*(signed(100 * end) for end in (apart.value, apart.low, apart.high))), differ)
        )  # fmt: skip
    row = next(iter(printed.values()))
    header = ("Answer", "This study", "Published", "Difference (points)", "Different")
    draw_table("Shares of answers: this study and the published study", header, lines, wide=True)
    st.caption(f"Published: {SOURCE}, {row.judgements:,} judgements by {row.participants} participants. {NOT_ALIKE}")


def draw_agreement_and_times(read: StudyRead, passed: bool) -> None:
    """For each part how far participants agree, and how long they took."""
    st.header("Agreement and time")
    agreed, timed, undefined = [], [], []
    for part in read.study.design.parts:
        for question in part.questions:
            rows = read.rows(part.name, question.id, passed)
            agreement = study_agreement(rows)
            name = part.title if len(part.questions) == 1 else f"{part.title} ({question.id})"
            agreed.append((name, f"{agreement.overlap:,} of {agreement.judged:,}", span(agreement.equal),
                           agreement.fleiss.in_words, agreement.alpha.in_words))  # fmt: skip
            undefined += [f"{name}: {agreement.undefined}." for _ in range(bool(agreement.undefined))]
            timed += [_times(name, times) for times in [judged_times(rows)] if times]
    header = ("Part", "Texts judged at least twice", "Same answer", "Fleiss' kappa", "Krippendorff's alpha")
    draw_table("Agreement between participants", header, agreed)
    st.caption(" ".join(undefined) or "Brackets: 95 % intervals, from resampling the original texts.")
    if timed:
        head = ("Part", "Judgements timed", "Lower quartile", "Median", "Upper quartile", "Too fast")
        draw_table("Seconds for a judgement", head, timed)
        st.caption("Too fast: less than 0.1 s for each word of the changed text. Nobody reads so fast.")


def draw_attention(read: StudyRead) -> None:
    """What each participant made of the checks; and the main figures with and without those who are left out."""
    checked = [paid for paid in read.attention if paid.checks or paid.gold]
    if not checked:
        return
    st.header("Attention checks")
    st.markdown(attention_sentence(read))
    if not read.all_passed:
        header = ("Part and answer", "Everybody", "Only those who passed")
        draw_table("Figures of everybody and of those who passed", header, _both_ways(read))
    with st.expander("By participant"):
        lines = [
            (paid.participant, f"{paid.checks - paid.missed} of {paid.checks}",
             f"{paid.gold - paid.gold_missed} of {paid.gold}", "yes" if paid.passed else "no")
            for paid in checked
        ]  # fmt: skip
        draw_table("By participant", ("Participant", "Checks right", "Gold right", "Passed"), lines)


def attention_sentence(read: StudyRead) -> str:
    """ "19 of 20 participants passed: …"."""
    passed = sum(paid.passed for paid in read.attention)
    missed, checks = sum(paid.missed for paid in read.attention), sum(paid.checks for paid in read.attention)
    wrong, gold = sum(paid.gold_missed for paid in read.attention), sum(paid.gold for paid in read.attention)
    text = f"{passed} of {len(read.attention)} participants passed. Failed checks: {missed} of {checks}."
    return f"{text} Wrong answers to gold items: {wrong} of {gold}." if gold else text


def draw_curators(chosen: ChosenQuestion) -> None:
    """What participants said of texts that curators decided on; nothing where there are none."""
    wanted = {row.candidate_id for row in chosen.rows} - {""}
    rows = beside_curators(chosen.rows, curators_said(_decisions(chosen, wanted)), len(chosen.question.options))
    if not rows:
        return
    st.header("Comparison with the curators")
    options = chosen.question.options
    lines = [
        (VERDICTS[line.verdict], f"{line.texts:,}", f"{line.judgements:,}", *map(span, line.options)) for line in rows
    ]
    draw_table("Participants' answers on curated texts", ("Decision", "Texts", "Judgements", *options), lines)
    st.caption("Texts that curators disagree on are left out.")


def _decisions(chosen: ChosenQuestion, wanted: set[str]) -> Iterator[Decision]:
    cells = {(row.dataset, row.perturbation, row.severity) for row in chosen.rows}
    opened = store()
    of = (
        opened.verdicts(progress.cell)
        for progress in opened.cells()
        if (progress.cell.dataset, progress.cell.perturbation, progress.cell.severity.key) in cells
    )
    return (decision for decision in chain.from_iterable(of) if decision.candidate_id in wanted)


def _both_ways(read: StudyRead) -> list[tuple[str, ...]]:
    lines = []
    for part in read.study.design.parts:
        for question in part.questions:
            both = [read.rows(part.name, question.id, passed) for passed in (False, True)]
            shown = range(len(question.options)) if len(question.options) > 2 else (question.unchanged,)
            for option in shown:
                ours = [span(option_share(rows, option).clustered) for rows in both]
                lines.append((f"{part.title} {question.options[option]}", *ours))
    return lines


def _times(name: str, times: JudgedTimes) -> tuple[str, ...]:
    three = (f"{seconds:.1f} s" for seconds in (times.lower, times.median, times.upper))
    return (name, f"{times.n:,}", *three, f"{times.too_fast:,} ({in_percent(times.too_fast / times.n)})")


def span(share: Estimate, digits: int = 0) -> str:
    """ "94 % (91 to 96)", without an interval where there is none, "–" where there is no share."""
    if share.value != share.value:
        return "–"
    value = in_percent(share.value, digits)
    return value if share.low != share.low else f"{value} ({bounds(share, digits)})"


def bounds(share: Estimate, digits: int = 0) -> str:
    """ "91 to 96"."""
    return f"{100 * share.low:.{digits}f} to {100 * share.high:.{digits}f}"

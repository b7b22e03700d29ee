"""What the answers of a study come to, on answers small enough to reckon by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.metrics.estimate import Estimate
from core.metrics.share import share
from core.records import Decision, Verdict
from curation.study.presets import moradi2021
from curation.study.records import ItemKind, StudyAnswer, StudyItem
from curation.study.results.agreeing import ALIKE, ONE_EACH, study_agreement
from curation.study.results.attention import attention, of_passed, rule
from curation.study.results.curators import beside_curators, curators_said
from curation.study.results.judgements import GroupedBy, Judgement, grouped, judgements
from curation.study.results.methods import PartFacts, StudyFacts, methods
from curation.study.results.needs import Handling, in_registry, needs
from curation.study.results.shares import shares
from curation.study.results.times import judged_times, median_seconds

AT = datetime(2026, 3, 2, tzinfo=UTC)


def item(
    id_: str, kind: ItemKind = ItemKind.REAL, perturbation: str = "verb_tense", severity: str = "pps-1"
) -> StudyItem:
    right = {} if kind is ItemKind.REAL else {"q": 1}
    texts = {"text": "One two three four five."}
    return StudyItem(id_, "part1", kind, texts, texts, "films", "test", perturbation, severity, right=right)


def answer(who: str, id_: str, option: int, browser_ms: int = 3000, server_ms: int = 9000) -> StudyAnswer:
    return StudyAnswer(who, id_, "part1", {"q": option}, browser_ms, server_ms, AT)


def judged(who: str, id_: str, option: int, **more: object) -> Judgement:
    known = {"perturbation": "verb_tense", "dataset": "films", "severity": "pps-1", "candidate_id": f"c-{id_}"}
    usual = {"seconds": 3.0, "words": 5, "source": id_}
    return Judgement(who, id_, option=option, **(usual | known | more))  # type: ignore[arg-type]


def test_judgements_are_those_of_perturbed_texts_of_one_question_of_a_part() -> None:
    items = {
        one.id: one for one in (item("a"), item("b"), item("check", ItemKind.ATTENTION), item("gold", ItemKind.GOLD))
    }
    answers = [answer("P01", "a", 1), answer("P01", "check", 1), answer("P01", "gold", 1), answer("P02", "b", 0, 0)]
    answers += [replace(answer("P02", "a", 1), part="part2"), replace(answer("P03", "a", 1), answers={"other": 0})]
    answers += [answer("P03", "gone", 1)]
    found = judgements(answers, items, "part1", "q")
    assert [(row.participant, row.item, row.option) for row in found] == [("P01", "a", 1), ("P02", "b", 0)]
    assert [(row.seconds, row.words) for row in found] == [
        (3, 5),
        (9, 5),
    ]  # the server's clock where the browser's is 0


def test_groups_come_in_order_severities_by_how_much_they_are() -> None:
    rows = [judged("P01", id_, 0, severity=key, dataset=name) for id_, key, name in
            (("a", "characters-10", "z"), ("b", "characters-5", "y"), ("c", "characters-5", "z"))]  # fmt: skip
    assert [group for group, _ in grouped(rows, GroupedBy.DATASET)] == ["y", "z"]
    assert [(group, len(of)) for group, of in grouped(rows, GroupedBy.ALL)] == [("", 3)]
    severities = [judged("P01", "a", 0, severity=key) for key in ("pps-3", "pps-1", "pps-2")]
    assert [group for group, _ in grouped(severities, GroupedBy.SEVERITY)] == ["pps-1", "pps-2", "pps-3"]


def test_shares_of_a_group_add_up_and_name_what_they_rest_on() -> None:
    rows = [judged("P01", "a", 0), judged("P02", "a", 1), judged("P01", "b", 0), judged("P02", "b", 2)]
    (found,) = shares(rows, GroupedBy.PERTURBATION, 3)
    assert (found.group, found.judgements, found.participants, found.items) == ("verb_tense", 4, 2, 2)
    assert [one.wilson.value for one in found.options] == [0.5, 0.25, 0.25]
    assert [one.clustered.value for one in found.options] == [0.5, 0.25, 0.25]
    assert found.options[0].wilson == share(2, 4)
    assert found.options[0].clustered != share(2, 4)


def test_texts_made_of_one_sample_hang_together() -> None:
    alone = [judged(f"P{n // 4}", str(n), int(n % 4 < 2)) for n in range(32)]
    shared = [replace(row, source=str(int(row.item) % 4)) for row in alone]
    (one,), (other) = shares(alone, GroupedBy.ALL, 2), shares(shared, GroupedBy.ALL, 2)[0]
    assert one.options[0].wilson == other.options[0].wilson
    assert other.items == one.items == 32
    assert _width(other.options[0].clustered) > 1.3 * _width(one.options[0].clustered)


def test_the_agreement_on_texts_made_of_one_sample_is_drawn_with_it() -> None:
    rows = [judged(who, f"{n}", int(who == "P2" and n % 6 < 3)) for n in range(24) for who in ("P1", "P2")]
    shared = [replace(row, source=str(int(row.item) % 6)) for row in rows]
    alone, together = study_agreement(rows), study_agreement(shared)
    assert (alone.equal.value, together.equal.value, together.overlap) == (0.5, 0.5, 24)
    assert _width(together.equal) > 1.5 * _width(alone.equal)
    assert _width(together.alpha) > 1.3 * _width(alone.alpha)


def test_a_judgement_knows_what_its_text_was_made_of() -> None:
    items = {one.id: replace(one, sample_id="s") for one in (item("a"), item("b", severity="pps-2"))}
    rows = judgements([answer("P01", "a", 1), answer("P01", "b", 1)], items, "part1", "q")
    assert {row.source for row in rows} == {"films/s"}


def _width(one: Estimate) -> float:
    return one.high - one.low


def test_the_median_time_of_each_participant_is_by_the_browser_where_it_said_so() -> None:
    one = StudyAnswer("P01", "i", "part", {}, 4_000, 9_000, datetime(2026, 1, 1, tzinfo=UTC))
    given = [one, replace(one, browser_ms=0, server_ms=2_000), replace(one, browser_ms=7_000)]
    untimed = replace(one, participant="P02", browser_ms=0, server_ms=0)
    assert median_seconds([*given, untimed]) == {"P01": 4.0}


def test_whoever_misses_more_checks_than_allowed_is_left_out_and_unchanged_texts_leave_nobody_out() -> None:
    items = {one.id: one for one in (item("a"), item("c1", ItemKind.ATTENTION), item("c2", ItemKind.ATTENTION),
                                     item("g", ItemKind.GOLD))}  # fmt: skip
    answers = [answer("P01", "c1", 1), answer("P01", "c2", 1), answer("P01", "g", 0), answer("P01", "a", 0)]
    answers += [answer("P02", "c1", 0), answer("P02", "c2", 1), answer("P02", "a", 1), answer("P03", "a", 1)]
    strict = attention(answers, items, 0)
    assert [(o.participant, o.checks, o.missed, o.gold, o.gold_missed, o.passed) for o in strict] == [
        ("P01", 2, 0, 1, 1, True), ("P02", 2, 1, 0, 0, False), ("P03", 0, 0, 0, 0, True)]  # fmt: skip
    assert {one.participant for one in of_passed(answers, strict)} == {"P01", "P03"}
    assert all(one.passed for one in attention(answers, items, 1))
    assert rule(0) == "Participants who failed an attention check are left out."
    assert rule(1) == "Participants who failed more than 1 attention check are left out."
    assert rule(2) == "Participants who failed more than 2 attention checks are left out."


def test_times_are_quartiles_and_what_is_faster_than_reading_is_counted() -> None:
    seconds = [0.0, 0.49, 0.5, 2.0, 4.0]  # five words take half a second at least; of 0 nothing is known
    found = judged_times([judged("P01", str(n), 0, seconds=took) for n, took in enumerate(seconds)])
    assert found is not None
    assert (found.n, found.too_fast, found.median) == (4, 1, 1.25)
    assert (found.lower, found.upper) == (pytest.approx(0.4975), pytest.approx(2.5))
    assert judged_times([judged("P01", "a", 0, seconds=0.0)]) is None


def test_agreement_says_why_there_is_none() -> None:
    once = study_agreement([judged("P01", "a", 0), judged("P02", "b", 1)])
    assert (once.judged, once.overlap, once.undefined) == (2, 0, ONE_EACH)
    alike = study_agreement([judged(who, id_, 0) for who in ("P01", "P02") for id_ in "ab"])
    assert (alike.overlap, alike.equal.value, alike.undefined) == (2, 1, ALIKE)
    mixed = study_agreement(
        [judged("P01", "a", 0), judged("P02", "a", 0), judged("P01", "b", 1), judged("P02", "b", 0)]
    )
    assert (mixed.equal.value, mixed.undefined) == (0.5, "")
    assert mixed.fleiss.value == pytest.approx((0.5 - 0.625) / 0.375)  # shares 3/4 and 1/4


def decision(id_: str, who: str, verdict: Verdict, settles: bool = False) -> Decision:
    label = "other" if verdict is Verdict.RELABEL else ""
    reason = "nonsense" if verdict is Verdict.DISCARD else ""
    later = AT + timedelta(minutes=settles)
    return Decision(f"{id_}-{who}", id_, who, verdict, later, label=label, reason=reason, settles=settles)


def test_texts_that_curators_agree_on_stand_beside_what_participants_said() -> None:
    said = curators_said([
        decision("c-a", "ann", Verdict.KEEP), decision("c-a", "bob", Verdict.KEEP),
        decision("c-b", "ann", Verdict.KEEP), decision("c-b", "bob", Verdict.DISCARD),
        decision("c-d", "ann", Verdict.KEEP), decision("c-d", "bob", Verdict.DISCARD),
        decision("c-d", "cat", Verdict.RELABEL, settles=True),
    ])  # fmt: skip
    assert said == {"c-a": Verdict.KEEP, "c-d": Verdict.RELABEL}
    rows = [judged("P01", "a", 0), judged("P02", "a", 1), judged("P01", "b", 0), judged("P01", "d", 1)]
    keep, relabel = beside_curators(rows, said, 2)
    assert (keep.verdict, keep.texts, keep.judgements, keep.options[0].value) == (Verdict.KEEP, 1, 2, 0.5)
    assert (relabel.verdict, relabel.options[1].value) == (Verdict.RELABEL, 1)
    assert beside_curators(rows, {}, 2) == []


def survived(name: str, yes: int, no: int, severity: str = "pps-1") -> list[Judgement]:
    """As many people and texts as judgements: nothing hangs together."""
    return [judged(f"P{n}", f"{name}{n}", 0 if n < yes else 1, perturbation=name, severity=severity)
            for n in range(yes + no)]  # fmt: skip


def test_a_perturbation_is_suggested_only_where_the_whole_interval_says_so() -> None:
    rows = survived("negation", 20, 80) + survived("verb_tense", 99, 1) + survived("word_order", 18, 2)
    worst, middle, best = needs(rows, 0, 0.9)
    assert (worst.perturbation, worst.suggests, worst.registry) == ("negation", Handling.CURATE, Handling.CURATE)
    assert (middle.perturbation, middle.suggests) == ("word_order", None)
    assert (best.perturbation, best.suggests, best.registry) == ("verb_tense", Handling.AUTOMATIC, Handling.AUTOMATIC)
    assert best.survived.n == 100


def test_the_worst_severity_is_named_and_chains_and_strangers_have_a_registry_word_too() -> None:
    rows = survived("verb_tense", 10, 0) + survived("verb_tense", 5, 5, "pps-3")
    (found,) = needs(rows, 0)
    assert (found.worst, found.at_worst.value, found.at_worst.n) == ("pps-3", 0.5, 10)
    assert in_registry("verb_tense,negation") is Handling.CURATE
    assert needs(survived("of_an_older_flinch", 3, 1), 0)[0].registry is Handling.CURATE


def test_the_methods_paragraph_has_the_studys_numbers() -> None:
    design = replace(moradi2021(("films/test",)), seed=7)
    rows = [judged("P01", "a", 0), judged("P02", "a", 0), judged("P01", "b", 1), judged("P02", "b", 0)]
    found = [PartFacts(part, len(rows), 2, study_agreement(rows), judged_times(rows)) for part in design.parts[:1]]
    checks = attention([answer("P01", "c", 0), answer("P02", "c", 1)], {"c": item("c", ItemKind.ATTENTION)}, 0)
    facts = StudyFacts(design, 3, 2, checks, found, "each text by two people.", AT.date(), AT.date(), "0.1.0")
    said = methods(facts)
    assert "2 participants (2 finished, 3 invited) took part on 2026-03-02." in said
    assert "This gave 4 judgements of 2 texts (median 3.0 s each)." in said
    assert "Participants failed 1 of 2 attention checks. By the rule chosen in advance" in said
    assert "1 participant was left out." in said
    assert "Fleiss' kappa -0.33 [" in said
    apart = study_agreement([judged("P01", "a", 0), judged("P02", "a", 1)])
    assert "Fleiss' kappa -1.00, Kripp" in methods(replace(facts, parts=[replace(found[0], agreement=apart)]))
    assert "seed 7." in said
    assert "Mixed-effects" not in said
    assert "not counted" not in said
    assert "1 person who dropped out or withdrew is not counted." in methods(replace(facts, left=1))
    assert "Mixed-effects" in methods(replace(facts, mixed="statsmodels 0.15"))
    assert "is not defined: no text was judged by two participants." in methods(
        replace(facts, parts=[replace(found[0], agreement=study_agreement(rows[:1]))])
    )


def test_an_estimate_is_not_made_up_for_nobody() -> None:
    assert needs([], 0) == []
    assert shares([], GroupedBy.ALL, 2) == []

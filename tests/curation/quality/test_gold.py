"""Gold samples: whose turn it is, in what order, how often people are right, and what they see of it."""

from itertools import islice, repeat

from core.metrics.share import share
from core.records import Decision, Verdict
from curation.decision_log import DecisionLog
from curation.quality.gold import GoldAccuracy, KnownAnswer, QualityRules, accuracies, as_seen
from curation.quota import OutcomeTally
from tests.data.store.store_data import CELL, decision, progress_of

KEEP, RELABEL, DISCARD, SKIP = Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD, Verdict.SKIP
GOLD = {f"g{n}": KnownAnswer(KEEP) for n in range(40)}
RULES = QualityRules(gold_percent=10, gold_seed=3, gold=GOLD)


def probe(candidate: str, verdict: Verdict, annotator: str = "ann", **more: object) -> Decision:
    return decision(candidate, verdict, annotator, probe=True, **more)


def mixed(rules: QualityRules, annotator: str = "ann", position: int = 0, n: int = 300) -> list[str]:
    gold = rules.in_order(rules.gold, annotator)
    return list(rules.mixed((f"c{k}" for k in range(n)), gold, "cell", annotator, position))


def test_as_many_are_gold_as_was_set_and_each_once() -> None:
    line = mixed(RULES)
    gold = [id_ for id_ in line if id_.startswith("g")]
    assert 20 <= len(gold) <= 40  # about 10 % of 330
    assert len(set(gold)) == len(gold)
    assert [id_ for id_ in line if id_.startswith("c")] == [f"c{k}" for k in range(300)]
    assert not line[-1].startswith("g")
    assert mixed(QualityRules(gold=GOLD)) == [f"c{k}" for k in range(300)]


def test_the_seed_says_where_and_nobody_has_the_order_of_another() -> None:
    assert mixed(RULES) == mixed(RULES)
    assert mixed(RULES) != mixed(QualityRules(gold_percent=10, gold_seed=4, gold=GOLD))
    places = [[n for n, id_ in enumerate(mixed(RULES, who)) if id_ in GOLD] for who in ("ann", "bob")]
    assert places[0] != places[1]
    assert RULES.in_order(GOLD, "ann") != RULES.in_order(GOLD, "bob")


def test_what_was_decided_meanwhile_changes_nothing_of_what_comes() -> None:
    whole = mixed(RULES)
    for done in (1, 5, 40):
        answered = set(whole[:done])
        line = (f"c{k}" for k in range(300) if f"c{k}" not in answered)
        gold = [id_ for id_ in RULES.in_order(GOLD, "ann") if id_ not in answered]
        assert list(RULES.mixed(line, gold, "cell", "ann", done)) == whole[done:]


def test_an_answer_is_right_whatever_the_reason_and_with_the_right_label() -> None:
    assert KnownAnswer(DISCARD).given_by(probe("c", DISCARD, reason="unclear"))
    assert not KnownAnswer(DISCARD).given_by(probe("c", KEEP))
    assert KnownAnswer(RELABEL, "place").given_by(probe("c", RELABEL, label="place"))
    assert not KnownAnswer(RELABEL, "place").given_by(probe("c", RELABEL, label="person"))


def test_accuracy_has_wilsons_interval_and_leaves_out_what_is_gold_no_longer() -> None:
    known = {"c": KnownAnswer(KEEP), "d": KnownAnswer(DISCARD)}
    probes = [probe("c", KEEP, "bob"), probe("d", KEEP, "bob"), probe("d", DISCARD), probe("gone", KEEP)]
    assert accuracies(probes, known) == [GoldAccuracy("ann", share(1, 1)), GoldAccuracy("bob", share(1, 2))]


def test_a_probe_makes_no_dispute_and_counts_for_nothing() -> None:
    log = DecisionLog(CELL, {"c": "thing", "d": "thing"}, [decision("c", KEEP, "ann")])
    before = log.outcomes["c"]
    log.add([probe("c", DISCARD, "bob"), probe("c", SKIP, "cleo"), probe("d", KEEP, "bob")])
    assert log.outcomes == {"c": before}
    assert [d.annotator for d in log.verdicts()] == ["ann"]
    assert [(d.annotator, d.verdict) for d in log.probes()] == [("bob", DISCARD), ("bob", KEEP)]
    assert len(log.standing("bob")) == 2  # what they see of themselves
    log.add([probe("c", RELABEL, "bob", minute=2, label="thing")])  # a change of mind, to the label it has
    assert [(d.candidate_id, d.verdict) for d in log.probes()] == [("c", KEEP), ("d", KEEP)]


def test_who_answers_sees_the_counts_move_but_no_quota_reached() -> None:
    outcomes = DecisionLog(CELL, {}, ()).outcomes.values()
    now = progress_of(OutcomeTally(list(outcomes)), candidates=10, quota=3)
    own = [probe("c", KEEP), probe("d", DISCARD), probe("e", SKIP), decision("f", KEEP)]
    seen = as_seen(now, own)
    assert (seen.kept, seen.discarded, seen.checked) == (1, 1, 2)
    many = as_seen(now, list(islice(repeat(probe("c", RELABEL)), 20)))
    assert (many.collected, many.closed, many.checked, many.waiting) == (2, False, 20, 1)
    assert as_seen(now, [decision("f", KEEP)]) == now

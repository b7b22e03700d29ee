"""A workspace that version 0.1 left opens, and says of everything in it what 0.1 said.

`fixtures/make_workspace_0_1.py` made it: decisions of two people, hints, a quota, a finished run, a grid, and two jobs
that were killed half-way, with what the code of 0.1 said of all that beside it.
"""

import json
import time
from math import isnan
from typing import Any

import pytest

from core.records import Cell, CuratedSample, Decision, Score
from core.severity import Severity
from curation.decision_log import DecisionLog
from curation.quota import progress
from curation.records import DeskItem
from data.datasets.stored import dataset_cards, read_samples
from data.jobs.jobs import jobs, resume, status
from data.jobs.records import JobState
from data.records_json import decode, encode
from data.runs.scores import flips, runs, scores
from data.store.journal import read_journal
from data.store.store import Store
from data.workspace import Workspace
from tests.data.migration.conftest import FIXTURES

Said = dict[str, Any]
COUNTED = ["candidates", "not_applicable", "checked", "kept", "relabelled", "discarded", "skipped", "quota", "disputed"]


@pytest.fixture(scope="module")
def said() -> Said:
    """What 0.1 said."""
    read: Said = json.loads((FIXTURES / "workspace_0_1.json").read_text(encoding="utf-8"))
    return read


def cell_of(name: str) -> Cell:
    """The cell of "tiny/test/negation@pps-1"."""
    dataset, split, condition = name.split("/")
    perturbation, _, severity = condition.partition("@")
    return Cell(dataset, split, perturbation, Severity.parse(severity))


def by_hand(store: Store, cell: Cell) -> DecisionLog:
    """The cell's decisions, none carried."""
    made = store.decisions(cell)
    return DecisionLog(cell, dict.fromkeys((d.candidate_id for d in made), ""), made)


def counts(store: Store, cell: Cell) -> Said:
    """The cell's progress, spelled as in the fixture, of what people judged by hand: 0.1 carried no verdicts."""
    now = store.progress(cell)
    alone = progress(cell, by_hand(store, cell).tally, now.candidates, now.not_applicable, now.quota)
    plain: Said = json.loads(encode(alone))
    return {name: count for name, count in plain.items() if name in COUNTED}


def judged_texts(store: Store, said: Said) -> set[tuple[str, ...]]:
    """What the candidates read, before and after, that somebody gave a verdict on by hand."""
    judged = set()
    for cell in map(cell_of, said["cells"]):
        ids = [id_ for id_, outcome in by_hand(store, cell).outcomes.items() if outcome.checked]
        judged |= set(map(read, store.items(cell, ids)))
    return judged


def read(shown: DeskItem) -> tuple[str, ...]:
    rewrites = [rewrite for _, rewrite in shown.candidate.rewrites]
    return (shown.gold_label, *(text for rewrite in rewrites for text in (rewrite.source, rewrite.perturbed)))


def item(shown: DeskItem) -> Said:
    """What the desk shows of a candidate, spelled as in the fixture."""
    candidate = shown.candidate
    hint = json.loads(encode(shown.hint)) if shown.hint else None
    if hint:
        assert isnan(hint.pop("context"))  # nobody asked for it then
    return {
        "candidate_id": candidate.id,
        "sample_id": candidate.sample_id,
        "seed": candidate.seed,
        "gold": shown.gold_label,
        "percentile": shown.similarity_percentile and round(shown.similarity_percentile, 6),
        "hint": hint and hint | {"similarity": round(hint["similarity"], 6), "issues": hint["issues"] or []},
        "original": {name: rewrite.source for name, rewrite in candidate.rewrites},
        "perturbed": dict(candidate.perturbed),
    }


def rows(found: list[Score]) -> list[Said]:
    """Scores as in the fixture: NaN is None."""
    numbers = ("value", "low", "high")
    plain = [{k: v for k, v in json.loads(encode(s)).items() if k not in ("sd", "trainings")} for s in found]
    return [row | {n: None if row[n] != row[n] else round(row[n], 6) for n in numbers} for row in plain]


def as_then(found: list[Said]) -> list[Said]:
    """Without what is reckoned otherwise since, the intervals of kappa and macro F1, and what is a metric only now."""
    kept = [row for row in found if row["metric"] in ("accuracy", "f1_macro", "kappa", "share_perturbed")]
    return [row | {"low": None, "high": None} if row["metric"] in ("kappa", "f1_macro") else row for row in kept]


def test_data_sets_are_as_they_were(old: Workspace, said: Said) -> None:
    cards = {card.name: json.loads(encode(card)) for card in dataset_cards(old)}
    assert set(cards) == set(said["datasets"]) == {"tiny", "tiny-pairs", "tiny-tagged"}
    for name, was in said["datasets"].items():
        assert cards[name]["splits"] == {split["name"]: split["samples"] for split in was["splits"]}
        assert {key: cards[name][key] for key in ("task", "labels", "text_fields", "title", "source", "ours")} == {
            key: was[key] for key in ("task", "labels", "text_fields", "title", "source", "ours")
        }
        assert {split: next(iter(read_samples(old, name, split))).id for split in was["first"]} == was["first"]


def test_every_cell_is_as_far_as_it_was(store: Store, said: Said) -> None:
    assert store.quota() == said["quota"] == 30
    cells = {progress.cell: counts(store, progress.cell) for progress in store.cells()}
    assert cells == {cell_of(name): was["progress"] for name, was in said["cells"].items()}
    for name, was in said["cells"].items():
        checked = store.checked(cell_of(name))
        assert (checked.samples - checked.carried, checked.reached) == tuple(was["checked"].values())


def test_verdicts_of_before_are_carried_to_candidates_that_read_the_same(store: Store, said: Said) -> None:
    cell = cell_of("tiny/test/negation@pps-2")
    assert store.decisions(cell) == []
    judged = judged_texts(store, said)
    shown = store.items(cell, [row["candidate_id"] for row in said["cells"]["tiny/test/negation@pps-2"]["items"]])
    assert store.progress(cell).carried == 13
    carried = {sample.candidate_id for sample in store.curated(cell)}
    assert carried & {item.candidate.id for item in shown} <= {i.candidate.id for i in shown if read(i) in judged}


def test_every_decision_and_what_it_comes_to_is_there(store: Store, old: Workspace, said: Said) -> None:
    made: list[Decision] = []
    for name, was in said["cells"].items():
        decisions = [decode(json.dumps(decision), Decision) for decision in was["decisions"]]
        assert store.decisions(cell_of(name)) == decisions
        curated = [decode(json.dumps(sample), CuratedSample) for sample in was["curated"]]
        assert [sample for sample in store.curated(cell_of(name)) if not sample.carried_from] == curated
        made += decisions
    assert len(made) == 51
    assert sorted(d.id for d in read_journal(old.journal)) == sorted(d.id for d in made)


def test_the_desk_shows_what_it_showed_and_hands_out_what_came_next(store: Store, said: Said) -> None:
    for name, was in said["cells"].items():
        cell = cell_of(name)
        handed_out = store.desk(cell, "new", 30)
        assert [shown.candidate.id for shown in handed_out[:3]] == was["next"] or store.progress(cell).carried
        assert not judged_texts(store, said) & set(map(read, handed_out))
        ids = [shown["candidate_id"] for shown in was["items"]]
        assert [item(shown) for shown in store.items(cell, ids)] == was["items"]


def test_work_at_the_desk_goes_on(store: Store, said: Said) -> None:
    cell = cell_of("tiny/test/negation@pps-2")
    collected = store.progress(cell).collected
    (shown,) = store.desk(cell, "ann", 1)
    was = decode(json.dumps(said["cells"]["tiny/test/negation@pps-1"]["decisions"][0]), Decision)
    decision = Decision("after", shown.candidate.id, "ann", was.verdict, was.at)
    assert store.record([decision]) == {"after"}
    assert store.decisions(cell) == [decision]
    assert store.progress(cell).collected == collected + 1


def test_a_database_made_again_from_the_journal_is_the_same(old: Workspace, said: Said) -> None:
    Store.rebuild(old)
    store = Store.open(old)
    try:
        for name, was in said["cells"].items():
            assert counts(store, cell_of(name)) == was["progress"]
            assert store.decisions(cell_of(name)) == [decode(json.dumps(d), Decision) for d in was["decisions"]]
    finally:
        store.close()


def test_jobs_stand_as_they_stood(old: Workspace, said: Said) -> None:
    stand = [
        {"id": job.id, "kind": job.kind, "title": job.title, "state": job.state, "done": job.done, "total": job.total}
        for job in jobs(old)
    ]
    assert stand == [{key: was[key] for key in stand[0]} for was in said["jobs"]]
    assert [job["state"] for job in stand] == ["lost", "done", "lost", "done"]


def test_runs_score_and_flip_as_they_did(store: Store, old: Workspace, said: Said) -> None:
    cards = runs(old)
    assert [card.id for card in cards] == [was["id"] for was in said["runs"]]
    curated = {id_: sample for id_, sample in store.curated_all().items() if not sample.carried_from}
    for card, was in zip(cards, said["runs"], strict=True):
        assert (card.title, card.samples, card.finished) == (was["title"], was["samples"], was["finished"])
        assert [model.dev_accuracy for model in card.models] == pytest.approx(
            [model["dev_accuracy"] for model in was["models"]], abs=1e-6
        )
        assert as_then(rows(scores(old, card.id))) == as_then(was["scores"])
        assert as_then(rows(scores(old, card.id, curated))) == as_then(was["curated_scores"])
    finished = next(card.id for card in cards if card.finished)
    for perturbation, was in said["flips"].items():
        found = flips(old, finished, "CNN", perturbation, Severity.parse("pps-1"))
        assert [(f.sample_id, f.candidate_id, f.gold, f.before, f.after) for f in found] == [
            (f["sample_id"], f["candidate_id"], f["gold"], f["before"], f["after"]) for f in was
        ]
        assert [{name: rewrite.perturbed for name, rewrite in f.rewrites} for f in found] == [
            f["rewrites"] for f in was
        ]


def lost(old: Workspace, kind: str) -> str:
    return next(job.id for job in jobs(old) if job.kind == kind and job.state is JobState.LOST)


def go_on(old: Workspace, job_id: str) -> None:
    """Do the rest of a lost job, in a worker process as people would, once the app has opened the workspace."""
    Store.open(old).close()
    resume(old, job_id)
    for _ in range(600):
        if (job := status(old, job_id)).ended:
            break
        time.sleep(0.2)
    assert job.state is JobState.DONE, job.error


@pytest.mark.slow
def test_hints_that_were_missing_are_made_and_nothing_is_made_twice(old: Workspace, said: Said) -> None:
    job_id = lost(old, "candidates")
    go_on(old, job_id)
    store = Store.open(old)
    try:
        store.ingest(old.jobs / job_id)
        for name, was in said["cells"].items():
            cell = cell_of(name)
            assert store.progress(cell).candidates == was["progress"]["candidates"]
            assert store.decisions(cell) == [decode(json.dumps(d), Decision) for d in was["decisions"]]
            ids = [shown["candidate_id"] for shown in was["items"]]
            assert all(shown.hint for shown in store.items(cell, ids)), f"{name} still lacks hints"
    finally:
        store.close()


@pytest.mark.slow
def test_the_run_that_was_half_done_is_finished_with_its_predictions_kept(old: Workspace, said: Said) -> None:
    job_id = lost(old, "evaluate")
    before = rows(scores(old, job_id))
    go_on(old, job_id)
    (card,) = (card for card in runs(old) if card.id == job_id)
    assert card.finished
    after = rows(scores(old, job_id))
    assert after[: len(before)] == before
    assert {row["perturbation"] for row in after} == {"", "negation", "keyboard"}

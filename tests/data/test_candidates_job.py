"""The candidates job: candidates first, hints in order, resumed without doing anything twice."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.perturb import Step
from core.records import DatasetCard, Sample, Task, TextField
from core.severity import Severity, Unit, pps
from data.candidates import FIRST_WAVE, Plan, in_order, plan_of, spec_for, waves
from data.candidates_job import HEAD, PART, hint_parts, round_robin
from data.datasets import save_dataset
from data.job import Job, run_inline, work
from data.jobs import JobState, cancel, create, resume, status, submit
from data.store import Store
from data.tables import hints_of
from data.workspace import Workspace

NO_HINTS = {"similarity": "off", "grammar": "off"}
HARPER = {"similarity": "off", "grammar": "harper"}


def sample(n: int) -> Sample:
    text = "Stop" if n % 10 == 0 else f"The {n} dogs of the old town sleep in the sun ."
    return Sample("dogs", "test", (TextField("text", text),), "A" if n % 2 else "B", occurrence=n)


@pytest.fixture
def dogs(workspace: Workspace) -> Workspace:
    card = DatasetCard("dogs", Task.CLASSIFICATION, ("A", "B"), ("text",), ())
    save_dataset(workspace, card, map(sample, range(400)))
    return workspace


def arguments(hints: dict[str, str], **more: object) -> dict[str, object]:
    wanted = {"perturbations": ["word_deletion"], "severities": ["pps-1", "pps-2"], "seed": 3, "hints": hints}
    return {"dataset": "dogs", "split": "test", **wanted, **more}


def files(folder: Path, pattern: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob(pattern))}


def test_the_order_is_seeded_shared_and_does_not_depend_on_the_file() -> None:
    samples = [sample(n) for n in range(50)]
    order = in_order(samples, 1)
    assert order == in_order(reversed(samples), 1) != samples
    assert in_order(samples, 1, 7) == order[:7]
    assert in_order(samples, 2) != order


def test_waves_hold_every_sample_once() -> None:
    samples = [sample(n) for n in range(3000)]
    made = list(waves(samples))
    assert [s for wave in made for s in wave] == samples
    assert [len(wave) for wave in made] == [FIRST_WAVE, 2048, 3000 - 2048 - FIRST_WAVE]


def test_round_robin_serves_heads_first() -> None:
    def stream(name: str, n: int) -> Iterator[str]:
        return (f"{name}{i}" for i in range(n))

    assert list(round_robin([stream("a", 3), stream("b", 1), stream("c", 2)])) == ["a0", "b0", "c0", "a1", "c1", "a2"]


def test_a_plan_survives_its_arguments() -> None:
    plan = Plan("dogs", "test", ("word_deletion",), (pps(1), pps(3)), 5, 100)
    assert plan_of(json.loads(json.dumps(plan.arguments))) == plan
    assert plan_of(spec_for("dogs", "test", ["word_deletion"], ["pps-1", "pps-3"], 5, 100)) == plan


def test_a_plan_has_each_perturbation_at_its_own_severities_only() -> None:
    nouns = Severity(Unit.WORD_CLASS, "NOUN")
    plan = Plan("dogs", "test", ("word_class_removal", "word_deletion"), (pps(1), nouns, pps(3)))
    assert [(cell.perturbation, cell.severity) for cell in plan.cells] == [
        ("word_deletion", pps(1)),
        ("word_class_removal", nouns),
        ("word_deletion", pps(3)),
    ]
    some = Plan("dogs", "test", ("word_deletion",), (pps(1),), steps=(Step("word_class_removal", nouns),))
    assert [cell.severity for cell in some.cells] == [nouns]
    assert plan_of(json.loads(json.dumps(some.arguments))) == some
    assert plan_of(json.loads(json.dumps(plan.arguments))) == plan


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"severities": ["pps-1", "percent-words-5"]}, "measured in pps, not in percent-words"),
        ({"perturbations": ["word_delete"]}, "There is no perturbation 'word_delete'"),
        ({"severities": ["pps-9"]}, "takes pps: 1, 2, 3 or 4; not 9"),
        ({"severities": []}, "at least one perturbation and one severity"),
        ({"limit": -1}, "The limit -1 is below 0"),
        ({"hints": {"grammar": "word"}}, "'word' is no grammar engine"),
        ({"hints": {"spelling": "on"}}, "incomplete or unknown"),
    ],
)
def test_a_wrong_plan_is_named(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        plan_of(arguments(NO_HINTS) | wrong)


def test_candidates_and_counts_of_every_cell_in_the_same_order(dogs: Workspace) -> None:
    job = dogs.jobs / run_inline(dogs, "candidates", "dogs", arguments(NO_HINTS))
    counts = json.loads((job / "cells.json").read_text())
    # every tenth of 400 samples is one word, which can't be deleted
    assert [(c["samples"], c["applicable"], c["not_applicable"]) for c in counts] == [(400, 360, 40)] * 2
    tables = [[pq.read_table(p) for p in sorted(job.glob(f"candidates-{c['id']}-*.parquet"))] for c in counts]
    orders = [[s for t in of_cell for s in t["sample_id"].to_pylist()] for of_cell in tables]
    assert orders[0] == orders[1] and len(set(orders[0])) == 360
    assert [p for t in tables[0] for p in t["position"].to_pylist()] == list(range(360))
    assert files(job, "hints-*") == {}


@pytest.mark.slow
def test_the_same_arguments_give_the_same_bytes(dogs: Workspace) -> None:
    one, two = (dogs.jobs / run_inline(dogs, "candidates", "dogs", arguments(HARPER, limit=40)) for _ in range(2))
    assert files(one, "*.parquet") == files(two, "*.parquet") != {}


def test_hints_come_in_the_candidates_order_and_reach_the_store(dogs: Workspace) -> None:
    job_id = run_inline(dogs, "candidates", "dogs", arguments(HARPER))
    folder = dogs.jobs / job_id
    plan = plan_of(arguments(HARPER))
    for cell in plan.cells:
        parts = list(hint_parts(folder, cell))
        assert [len(part) for _, part in parts] == [HEAD, PART, 360 - HEAD - PART]
        for path, part in parts:
            hints = list(hints_of(pq.read_table(path)))
            assert [hint.candidate_id for hint in hints] == [candidate.id for candidate in part]
            assert all(hint.grammar_engine.startswith("Harper") and hint.issues is not None for hint in hints)
    store = Store.open(dogs)
    try:
        store.ingest(folder)
        assert [(c.candidates, c.not_applicable) for c in store.cells()] == [(360, 40)] * 2
        assert all(item.hint is not None for item in store.desk(plan.cells[0], "Ann"))
    finally:
        store.close()


@pytest.mark.slow
def test_a_resumed_job_keeps_what_is_there_and_makes_what_is_missing(dogs: Workspace) -> None:
    job_id = run_inline(dogs, "candidates", "dogs", arguments(HARPER))
    folder = dogs.jobs / job_id
    whole = files(folder, "*.parquet")
    gone = [path for path in folder.glob("*.parquet") if path.name.endswith("0001.parquet")]
    kept = {p.name: p.stat().st_mtime_ns for p in folder.glob("*.parquet") if p not in gone}
    for path in gone:
        path.unlink()
    assert work(Job(folder)) is JobState.DONE
    assert files(folder, "*.parquet") == whole
    assert {p.name: p.stat().st_mtime_ns for p in folder.glob("*.parquet") if p not in gone} == kept


def test_a_cancelled_job_stops_before_its_next_part(dogs: Workspace) -> None:
    job_id = create(dogs, "candidates", "dogs", arguments(HARPER))
    (dogs.jobs / job_id / "cancel").touch()
    assert work(Job(dogs.jobs / job_id)) is JobState.CANCELLED
    assert files(dogs.jobs / job_id, "*.parquet") == {}


@pytest.mark.slow
def test_a_killed_worker_is_resumed_and_ends_with_the_same_files(dogs: Workspace) -> None:
    whole = files(dogs.jobs / run_inline(dogs, "candidates", "dogs", arguments(HARPER)), "*.parquet")
    job_id = submit(dogs, "candidates", "dogs", arguments(HARPER))
    folder = dogs.jobs / job_id
    while not files(folder, "hints-*"):
        time.sleep(0.02)
    os.kill(json.loads((folder / "worker.json").read_text())["pid"], signal.SIGKILL)
    while not status(dogs, job_id).ended:
        time.sleep(0.05)
    resume(dogs, job_id)
    while not status(dogs, job_id).ended:
        time.sleep(0.05)
    assert status(dogs, job_id).state is JobState.DONE
    assert files(folder, "*.parquet") == whole
    cancel(dogs, job_id)

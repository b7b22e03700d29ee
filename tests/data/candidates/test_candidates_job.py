"""The candidates job: candidates first, hints in order, resumed without doing anything twice."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.design import Condition, Design, order
from core.errors import BadInput
from core.perturbations.conditions import parse_conditions
from core.records import DatasetCard, Sample, Task, TextField
from core.severity import Severity, Unit, pps
from data.candidates.job import FIRST, HEAD, PART, hint_parts, puts_words, round_robin
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.candidates.request import CandidatesRequest, parse_request
from data.datasets.stored import save_dataset
from data.jobs.job import Job, run_inline, work
from data.jobs.jobs import cancel, create, log_tail, resume, status, submit
from data.jobs.records import JobState
from data.store import Store
from data.tables import hint_of
from data.variants.files import VariantFile
from data.variants.making import variants
from data.variants.reading import read_candidates
from data.workspace import Workspace

NO_HINTS = {"similarity": "off", "grammar": "off"}
HARPER = {"similarity": "off", "grammar": "harper"}


def sample(n: int) -> Sample:
    text = "Stop" if n % 10 == 0 else f"The {n} dogs of the old town sleep in the sun ."
    return Sample("dogs", "test", (TextField("text", text),), "A" if n % 2 else "B", occurrence=n)


@pytest.fixture
def dogs(workspace: Workspace) -> Workspace:
    card = DatasetCard("dogs", Task.CLASSIFICATION, ("A", "B"), ("text",), {})
    save_dataset(workspace, card, map(sample, range(400)))
    return workspace


def arguments(hints: dict[str, str], **more: object) -> dict[str, object]:
    design = {"dataset": "dogs", "split": "test", "conditions": ["word_deletion@1", "word_deletion@2"], "seed": 3}
    return {"design": design | more, "hints": hints}


def files(folder: Path, pattern: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob(pattern))}


def test_the_order_is_seeded_shared_and_does_not_depend_on_the_file() -> None:
    ids = [sample(n).id for n in range(50)]
    placed = sorted(ids, key=lambda id_: order(id_, 1))
    assert placed != ids
    assert sorted(ids, key=lambda id_: order(id_, 2)) != placed


def test_a_design_that_asks_for_the_same_twice_is_refused() -> None:
    conditions = parse_conditions(["word_deletion@1", "word_deletion@1"])
    assert conditions == parse_conditions("word_deletion@1")
    with pytest.raises(BadInput, match="word_deletion@1 is asked for twice"):
        Design("dogs", "test", conditions * 2).check()


def test_round_robin_serves_heads_first() -> None:
    def stream(name: str, n: int) -> Iterator[str]:
        return (f"{name}{i}" for i in range(n))

    assert list(round_robin([stream("a", 3), stream("b", 1), stream("c", 2)])) == ["a0", "b0", "c0", "a1", "c1", "a2"]


def test_a_request_survives_its_arguments() -> None:
    request = CandidatesRequest(Design("dogs", "test", parse_conditions("word_deletion", [pps(1), pps(3)]), 5, 100))
    assert parse_request(json.loads(json.dumps(request.arguments))) == request


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"conditions": ["word_delete@1"]}, "There is no perturbation 'word_delete'"),
        ({"conditions": ["word_deletion@9"]}, "can't have the severity 9; give pps: 1, 2, 3 or 4"),
        ({"conditions": []}, "At least one perturbation"),
        ({"limit": -1}, "The limit -1 is below 0"),
        ({"hints": {"grammar": "word"}}, "'word' is not a grammar engine"),
        ({"hints": {"spelling": "on"}}, "incomplete or unknown"),
    ],
)
def test_a_wrong_request_is_named(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        given = arguments(NO_HINTS)
        hints = wrong.pop("hints", given["hints"])
        parse_request({"design": given["design"] | wrong, "hints": hints})  # type: ignore[operator]


def variants_of(workspace: Workspace, arguments: dict[str, object]) -> tuple[VariantFile, ...]:
    return variants(workspace, parse_request(arguments).design)


def test_candidates_and_counts_of_every_cell_in_the_same_order(dogs: Workspace) -> None:
    job = dogs.jobs / run_inline(dogs, "candidates", "dogs", arguments(NO_HINTS))
    cells = read_manifest(job)
    # every tenth of 400 samples is one word, which can't be deleted
    assert [(c.samples, c.not_applicable) for c in cells] == [(400, 40)] * 2
    orders = [[c.sample_id for c in read_candidates(file)] for file in variants_of(dogs, arguments(NO_HINTS))]
    assert orders[0] == orders[1] and len(set(orders[0])) == 360
    assert orders[0] == sorted(orders[0], key=lambda id_: order(id_, 3))
    assert files(job, "*.parquet") == {}
    store = Store.open(dogs)
    try:
        store.ingest(job)
        assert [item.candidate.sample_id for item in store.desk(cells[0].cell, "Ann", 12)] == orders[0][:12]
    finally:
        store.close()


def test_words_are_compared_in_context_where_words_are_put_for_words_and_nothing_else_is_done() -> None:
    synonym, negated = (
        Condition("swap_syn_wordnet.paper", Severity(Unit.PERCENT_WORDS, 10)),
        Condition("negation", pps(1)),
    )
    assert puts_words(synonym)
    assert not puts_words(negated)
    assert not puts_words(Condition.chain([synonym, negated]))


def test_of_many_samples_a_few_come_first_and_then_stay_where_they_were(
    dogs: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.candidates.job.MANY", 300)
    seen: list[tuple[int, list[str]]] = []
    store = Store.open(dogs)
    real = write_manifest

    def handed_in(folder: Path, cells: list[CellVariants]) -> None:
        real(folder, cells)
        store.ingest(folder)
        first = store.desk(cells[0].cell, "Ann", 5)
        seen.append((store.progress(cells[0].cell).candidates, [item.candidate.perturbed[0].text for item in first]))

    monkeypatch.setattr("data.candidates.job.write_manifest", handed_in)
    run_inline(dogs, "candidates", "dogs", arguments(NO_HINTS))
    store.close()
    [(few, texts), (all_, again)] = seen
    assert 200 < few < FIRST and all_ == 360
    assert texts == again


@pytest.mark.slow
def test_the_same_arguments_give_the_same_bytes(dogs: Workspace) -> None:
    one, two = (dogs.jobs / run_inline(dogs, "candidates", "dogs", arguments(HARPER, limit=40)) for _ in range(2))
    assert files(one, "*.parquet") == files(two, "*.parquet") != {}


@pytest.mark.slow
def test_hints_come_in_the_candidates_order_and_reach_the_store(dogs: Workspace) -> None:
    job_id = run_inline(dogs, "candidates", "dogs", arguments(HARPER))
    folder = dogs.jobs / job_id
    files_ = variants_of(dogs, arguments(HARPER))
    for file in files_:
        parts = list(hint_parts(folder, file))
        assert [len(part) for _, part in parts] == [HEAD, PART, 360 - HEAD - PART]
        for path, part in parts:
            hints = [hint_of(*row.values()) for row in pq.read_table(path).to_pylist()]
            assert [hint.candidate_id for hint in hints] == [candidate.id for candidate in part]
            assert all(hint.grammar_engine.startswith("Harper") and hint.issues is not None for hint in hints)
    store = Store.open(dogs)
    try:
        store.ingest(folder)
        assert [(c.candidates, c.not_applicable) for c in store.cells()] == [(360, 40)] * 2
        assert all(item.hint is not None for item in store.desk(read_manifest(folder)[0].cell, "Ann"))
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


def test_the_engines_and_their_pace_are_said_in_the_log_alone(
    dogs: Workspace, capfd: pytest.CaptureFixture[str]
) -> None:
    job_id = run_inline(dogs, "candidates", "dogs", arguments(HARPER, limit=40))
    assert status(dogs, job_id).message == "72 candidates in 2 cells; 8 could not be made"
    logged = capfd.readouterr().out + log_tail(dogs, job_id)
    assert re.search(r"Hints: .*Harper .*; [\d,]+ a minute\.", logged)


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


def test_a_job_that_made_nothing_says_so_and_what_to_do(workspace: Workspace) -> None:
    card = DatasetCard("dogs", Task.CLASSIFICATION, ("A", "B"), ("text",), {})
    save_dataset(
        workspace, card, [Sample("dogs", "test", (TextField("text", "Stop"),), "A", occurrence=n) for n in (0, 1)]
    )
    job = run_inline(workspace, "candidates", "nothing", arguments(NO_HINTS))
    assert status(workspace, job).message == (
        "0 candidates; 4 could not be made. The perturbations change nothing in these texts: "
        "choose other perturbations or another data set."
    )

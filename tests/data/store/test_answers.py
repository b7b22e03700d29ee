"""A relabel is stored only where it is one for its data set: a number on the scale, a tag for each word."""

from contextlib import closing

import pytest

from core.design import Condition, Design
from core.errors import BadInput
from core.records import Bounds, Cell, DatasetCard, Sample, Task, TextField, Verdict
from core.severity import pps
from data.candidates.request import CandidatesRequest
from data.datasets.stored import save_dataset
from data.hints.engines import HintRequest
from data.jobs.job import run_inline
from data.store import Store
from data.store.export import curated_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tools.candidates import hand_in

TAGS = ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")


@pytest.mark.parametrize(("name", "scale"), [("questions", Bounds(0, 5)), ("stsb", None)])
def test_a_similarity_outside_its_scale_is_not_stored(workspace: Workspace, name: str, scale: Bounds | None) -> None:
    cell = Cell(name, "test", CELL.perturbation, CELL.severity)
    save_dataset(workspace, DatasetCard(name, Task.SIMILARITY, (), ("text",), {}, scale=scale), [])
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(2), cell))
        first = candidate(0, cell).id
        for label in ("9.5", "-3"):
            with pytest.raises(BadInput, match="from 0 to 5"):
                store.record([decision(first, Verdict.RELABEL, label=label)])
        assert store.decisions(cell) == []
        store.record([decision(first, Verdict.RELABEL, label="3.5")])
        assert store.progress(cell).relabelled == 1


def test_a_tagged_sample_is_kept_with_the_tags_that_followed_or_given_new_ones(workspace: Workspace) -> None:
    texts = {"Anna sees New York .": ("B-PER", "O", "B-LOC", "I-LOC", "O"), "Bob is here .": ("B-PER", "O", "O", "O")}
    samples = [Sample("tagged", "test", (TextField("text", t),), "", tags=tags) for t, tags in texts.items()]
    save_dataset(workspace, DatasetCard("tagged", Task.TAGGING, TAGS, ("text",), {}), samples)
    design = Design("tagged", "test", (Condition("negation", pps(1)),))
    request = CandidatesRequest(design, HintRequest("off", "off"))
    job = workspace.jobs / run_inline(workspace, "candidates", "tags", request.arguments)
    cell = Cell("tagged", "test", "negation", pps(1))
    with closing(Store.open(workspace)) as store:
        store.ingest(job)
        items = {item.gold_label.count(" "): item for item in store.desk(cell, "ann")}
        bob, anna = items[4], items[6]
        read = [item.candidate.perturbed[0].text for item in (bob, anna)]
        assert read == ["Bob is not here .", "Anna does not see New York ."]
        assert (bob.gold_label, anna.gold_label) == ("B-PER O O O O", "B-PER O O O B-LOC I-LOC O")
        for wrong in ("B-LOC", "B-PER O O O B-ORG", "B-PER O I-LOC O O"):
            with pytest.raises(BadInput):
                store.record([decision(bob.candidate.id, Verdict.RELABEL, label=wrong)])
        store.record([decision(bob.candidate.id, Verdict.RELABEL, label="O O O B-LOC O")])
        store.record([decision(anna.candidate.id, Verdict.RELABEL, label=anna.gold_label)])  # as they were: a keep
        rows = {row["gold_label"]: row for row in curated_table(store).to_pylist()}
        assert rows[bob.gold_label]["label"] == "O O O B-LOC O"
        assert (rows[anna.gold_label]["label"], rows[anna.gold_label]["relabelled"]) == (anna.gold_label, False)


def test_a_sample_without_a_gold_label_is_kept_relabelled_or_discarded(store: Store, workspace: Workspace) -> None:
    made = [(candidate(number), "") for number in range(3)]
    store.ingest(hand_in(workspace, "job-1", made, (), 0))
    shown = store.desk(CELL, "ann")
    assert {item.gold_label for item in shown} == {""}
    verdicts = (Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD)
    store.record([decision(candidate(number).id, verdict) for number, verdict in enumerate(verdicts)])
    labels = {sample.candidate_id: (sample.label, sample.relabelled) for sample in store.curated(CELL)}
    assert labels == {candidate(0).id: ("", False), candidate(1).id: ("place", True)}
    progress = store.progress(CELL)
    assert (progress.kept, progress.relabelled, progress.discarded) == (1, 1, 1)

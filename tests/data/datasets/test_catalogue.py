"""The catalogue and its loader: the code path of the hub, on a local Parquet file, and without a network."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.records import Task, TextField
from data.datasets.catalogue import catalogue, entry_named
from data.datasets.stored import dataset_card, dataset_cards, read_samples
from data.importing.hub import load_hub
from data.jobs.jobs import create, status
from data.workspace import Workspace


def test_every_paper_and_every_one_of_their_data_sets_is_there() -> None:
    papers = {paper for entry in catalogue().values() for paper in entry.papers}
    by_paper = {paper.short: {e.name for e in catalogue().values() if paper in e.papers} for paper in papers}
    glue = {"mnli", "cola", "qqp", "mrpc", "qnli", "rte", "sst2", "stsb"}
    assert by_paper == {
        "Moradi & Samwald 2021": {"trec", "sst5", "conll2003", "stsb", "wikiqa"},
        "Zhang et al. 2022": {"imdb", "yelp", "qqp"},
        "Romero 2023": {"cola", "hsol", "mnli", "sst2", "paws"},
        "Clouatre et al. 2021": glue,
        "Talman et al. 2022": glue,
    }


def test_every_entry_is_whole() -> None:
    for entry in catalogue().values():
        assert "/" in entry.hub and entry.splits and entry.label and entry.licence and entry.metric
        assert len(entry.fields) == (2 if entry.task in (Task.PAIR_CLASSIFICATION, Task.SIMILARITY) else 1)
        assert bool(entry.labels) is (entry.task is not Task.SIMILARITY)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"did you mean .*sst2"):
        entry_named("sst")


def test_a_data_set_is_loaded_and_its_label_numbers_get_their_names(workspace: Workspace, tmp_path: Path) -> None:
    rows = {"sentence": ["Good.", "Bad."], "label": [1, 0], "idx": [0, 1]}
    pq.write_table(pa.table(rows), tmp_path / "a.parquet")
    entry = replace(entry_named("sst2"), hub="parquet", config=None, splits={"dev": "validation"})
    told: list[tuple[str, int]] = []
    files = {"validation": str(tmp_path / "a.parquet")}
    card = load_hub(workspace, entry, lambda split, n: told.append((split, n)), data_files=files)
    assert card == dataset_card(workspace, "sst2")
    assert (card.splits, card.labels) == ({"dev": 2}, ("negative", "positive"))
    first = next(read_samples(workspace, "sst2", "dev"))
    assert (first.fields, first.label) == ((TextField("text", "Good."),), "positive")
    with pytest.raises(BadInput, match="already has a split 'dev'"):
        load_hub(workspace, entry, data_files=files)


def test_tokens_and_tag_numbers_become_a_tagged_text(workspace: Workspace, tmp_path: Path) -> None:
    pq.write_table(pa.table({"tokens": [["Ann", "ran"]], "ner_tags": [[1, 0]]}), tmp_path / "a.parquet")
    entry = replace(entry_named("conll2003"), hub="parquet", config=None, revision=None, splits={"test": "test"})
    load_hub(workspace, entry, data_files={"test": str(tmp_path / "a.parquet")})
    (sample,) = read_samples(workspace, "conll2003", "test")
    assert (sample.text, sample.tags) == ("Ann ran", ("B-PER", "O"))


def test_a_data_set_that_changed_on_the_hub_is_refused_whole(workspace: Workspace, tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["Good."], "label": [1]}), tmp_path / "a.parquet")
    entry = replace(entry_named("sst2"), hub="parquet", config=None, splits={"dev": "validation"})
    with pytest.raises(BadInput, match="no longer has the column 'sentence'"):
        load_hub(workspace, entry, data_files={"validation": str(tmp_path / "a.parquet")})
    assert dataset_cards(workspace) == []


OFFLINE = """
import sys
from data.datasets.catalogue import entry_named
from data.importing.hub import load_hub
from data.jobs.jobs import create, status
from data.workspace import Workspace
from core.errors import BadInput
try:
    load_hub(Workspace.current().prepare(), entry_named("cola"))
except BadInput as error:
    print(error)
print(sorted({"torch", "transformers", "tensorflow"} & set(sys.modules)))
"""


@pytest.mark.slow
def test_the_job_that_loads_from_the_hub_fails_with_that_sentence(workspace: Workspace) -> None:
    job = create(workspace, "fetch", "Load cola", {"entry": "cola"})
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-m", "data.jobs.worker", str(workspace.jobs / job)]
    assert subprocess.run(command, env=environment, capture_output=True, timeout=60).returncode == 1
    ended = status(workspace, job)
    assert ended.state == "failed"
    assert ended.error.startswith("Flinch can't load 'nyu-mll/glue' from the Hugging Face hub")


@pytest.mark.slow
def test_without_a_network_there_is_one_sentence_and_no_torch(workspace: Workspace) -> None:
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    done = subprocess.run([sys.executable, "-c", OFFLINE], env=environment, capture_output=True, text=True, timeout=60)
    said, modules = done.stdout.splitlines()
    assert said.startswith("Flinch can't load 'nyu-mll/glue' from the Hugging Face hub")
    assert said.endswith("check the network, or download the data set elsewhere and import the file.")
    assert modules == "[]"

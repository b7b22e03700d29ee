"""The perturbed texts that people kept of what an experiment trains on, by the labels that they gave."""

from core.design import Condition
from core.experiments.registry import ExperimentRequest
from core.models.spec import Example
from core.records import Cell
from data.datasets.stored import dataset_card
from data.store.export import curated_table
from data.store.readable import readable
from data.workspace import Workspace


def kept_texts(workspace: Workspace, asked: ExperimentRequest) -> dict[Condition, list[Example]]:
    """By condition, the texts kept or relabelled in the training split, in the order of the queue."""
    fields = [f"perturbed_{name}" for name in dataset_card(workspace, asked.dataset).text_fields]
    found: dict[Condition, list[Example]] = {}
    with readable(workspace) as store:
        for condition in asked.parsed:
            rows = curated_table(store, [Cell(asked.dataset, asked.train_split, *condition)]).to_pylist()
            found[condition] = [Example(tuple(row[name] for name in fields), row["label"]) for row in rows]
    return found

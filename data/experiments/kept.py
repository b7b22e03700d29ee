"""The perturbed texts that people kept of what an experiment trains on, by the labels that they gave."""

from core.design import Condition
from core.experiments.registry import ExperimentRequest
from core.models.spec import Example
from core.records import Cell
from data.datasets.stored import dataset_card
from data.store.export import curated_table
from data.store.readable import readable
from data.workspace import Workspace


def kept_texts(workspace: Workspace, request: ExperimentRequest) -> dict[Condition, list[Example]]:
    """By condition, the texts kept or relabelled in the training split, in the order of the queue."""
    fields = [f"perturbed_{name}" for name in dataset_card(workspace, request.dataset).text_fields]
    by_condition: dict[Condition, list[Example]] = {}
    with readable(workspace) as store:
        for condition in request.parsed:
            rows = curated_table(store, [Cell(request.dataset, request.train_split, *condition)]).to_pylist()
            by_condition[condition] = [Example(tuple(row[name] for name in fields), row["label"]) for row in rows]
    return by_condition

"""The unit of work of an evaluation: one model asked about the texts of one condition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from core.identity import content_id
from core.models.device import Device
from core.models.family import ModelPlan
from core.models.network import Network
from core.models.predictor import Check, Predictor, Tagged, unchecked
from core.records import Prediction
from core.so_many import so_many
from data.models.folder import ModelFolder
from data.models.ready import ready
from data.runs.files import UNIT, predictions_table, unit_in
from data.variants.reading import InputText


@dataclass(frozen=True, slots=True)
class PredictionUnit:
    """All it takes to predict, as plain values, so that any process can do it that finds the trained model."""

    run: str
    plan: ModelPlan
    device: Device
    folder: ModelFolder
    items: tuple[InputText, ...]
    _ids: list[str] = field(init=False, default_factory=list, compare=False, repr=False)

    @property
    def id(self) -> str:
        """A content id: of equal units the predictions are equal, made in the same way."""
        if not self._ids:
            parts = (part for item in self.items for part in (item.sample_id, item.variant_id, item.label, *item.texts))
            self._ids.append(content_id(*(["bf16"] if self.device.fast else []), self.plan.digest, *parts))
        return self._ids[0]

    def marked(self, table: pa.Table) -> pa.Table:
        """The table with a word of whose predictions it holds: all of this unit's, or a part of them."""
        return table.replace_schema_metadata({**(table.schema.metadata or {}), UNIT: self.id})

    def is_done(self, path: Path) -> bool:
        """Whether this file holds the unit's predictions."""
        return path.exists() and unit_in(path) == self.id


def predict(unit: PredictionUnit, check: Check = unchecked) -> pa.Table:
    """A row for each item, as `read_predictions` reads them.

    `check` is called before each batch and may raise to stop.
    """
    model = ready(unit.plan, unit.device, unit.folder)
    rows = list(_predictions(unit, model, check))
    if not isinstance(model, Network):
        return predictions_table(rows)
    return predictions_table(rows, model.read_as([item.texts for item in unit.items]), model.take_audit())


def prefetch(units: Sequence[PredictionUnit], check: Check = unchecked) -> None:
    """Have the model of these units, where it remembers its answers, answer all their texts now; else nothing."""
    model = ready(units[0].plan, units[0].device, units[0].folder)
    if isinstance(model, Network):
        model.prefetch([item.texts for unit in units for item in unit.items], check)


def _predictions(unit: PredictionUnit, model: Predictor, check: Check) -> Iterator[tuple[Prediction, str]]:
    outputs = model.predict([item.texts for item in unit.items], check)
    if unread := sum(output.unread for output in outputs if isinstance(output, Tagged)):
        words = so_many(unread, "word")
        print(
            f"{unit.plan.spec.name} could not read {words} in {len(outputs):,} texts; unread words got the tag O",
            flush=True,
        )
    for item, output in zip(unit.items, outputs, strict=True):
        row = Prediction(
            unit.run, unit.plan.spec.name, item.sample_id, output.label, output.probabilities, item.variant_id
        )
        yield row, item.label

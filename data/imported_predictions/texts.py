"""The texts of a grid that predictions are of: samples by their places, variants by their ids where these are used."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from data.imported_predictions.tags import TaggedTexts
from data.variants.files import VariantFile


@dataclass(frozen=True, slots=True)
class Texts:
    """The samples of a grid in the order of its files, with their gold labels; which of them each condition changed."""

    ids: tuple[str, ...]
    gold: dict[str, str]
    changed: dict[Condition, np.ndarray]
    tagged: TaggedTexts = field(default_factory=TaggedTexts)
    paths: dict[Condition, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Sequence[VariantFile]) -> "Texts":
        """What these files hold; raises BadInput unless all are of the same samples in the same order."""
        first = pq.read_table(files[0].path, columns=["id", "label"], use_threads=False)
        ids, labels = first["id"].to_pylist(), first["label"].to_pylist()
        changed = {}
        for file in files:
            table = pq.read_table(file.path, columns=["id", "perturbed"], use_threads=False)
            if not table["id"].equals(first["id"]):
                raise BadInput(f"{str(file.path)!r} has different samples from the other files; make the grid again.")
            changed[file.condition] = table["perturbed"].to_numpy().astype(bool)
        paths = {file.condition: file.path for file in files}
        return cls(tuple(ids), dict(zip(ids, labels, strict=True)), changed, TaggedTexts.of(files), paths)

    def gold_of(self, condition: Condition | None, sample: str) -> str:
        """The gold label of a sample under a condition that changed it; of tags those that went with its words."""
        return self.tagged.gold.get(condition, self.gold).get(sample, "")

    def wanted(self, condition: Condition | None) -> np.ndarray:
        """Whether each sample's text has to be predicted: all original ones, and those that the condition changed."""
        return np.ones(len(self.ids), bool) if condition is None else self.changed[condition]

    def variant_ids(self, condition: Condition) -> pa.Array:
        """The id of each sample's variant."""
        column = pq.read_table(self.paths[condition], columns=["variant_id"], use_threads=False)["variant_id"]
        return column.combine_chunks()


class VariantIds:
    """Finds variants by their ids: by sorted hashes of eight bytes, as a dictionary of millions takes gigabytes."""

    def __init__(self, texts: Texts) -> None:
        self._texts, self._conditions = texts, list(texts.paths)
        self._ids = [texts.variant_ids(condition) for condition in self._conditions]
        hashes = np.fromiter((hash(id_) for ids in self._ids for id_ in ids.to_pylist()), np.int64)
        self._order = np.argsort(hashes)
        self._hashes = array("q", hashes[self._order].tobytes())  # which bisect reads faster

    def find(self, name: str) -> tuple[Condition, int] | None:
        """(condition, place of the sample) of the variant with this id, one that was changed before others."""
        key, match = hash(name), None
        at = bisect_left(self._hashes, key)
        while at < len(self._hashes) and self._hashes[at] == key:
            number, place = divmod(int(self._order[at]), len(self._texts.ids))
            condition = self._conditions[number]
            if self._ids[number][place].as_py() == name:
                match = condition, place
                if self._texts.changed[condition][place]:
                    return match
            at += 1
        return match

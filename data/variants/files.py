"""The files of variants: where each lies, what its footer says of how it was made, and which are there already."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition, Design
from core.errors import BadInput
from core.identity import content_id
from core.perturbations.registry import perturbations
from core.severity import Severity
from data.records_json import decode, encode
from data.variants.counts import Counts

FOOTER = "flinch"


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that variants follow from beside their condition.

    `samples` is a hash of the split's samples; `code` one of the perturbations and their word lists.
    """

    dataset: str
    split: str
    samples: str
    code: str
    seed: int
    limit: int
    share: float
    fields: tuple[str, ...]
    draw: int = 0

    @classmethod
    def of(cls, design: Design, samples: str, code: str) -> "Recipe":
        """The recipe of a design's variants, made of these samples by this code."""
        numbers = (design.seed, design.limit, design.share)
        return cls(design.dataset, design.split, samples, code, *numbers, design.fields, design.draw)

    def design(self, *conditions: Condition) -> Design:
        """What is asked where such variants are made."""
        numbers = (self.seed, self.limit, self.share)
        return Design(self.dataset, self.split, conditions, *numbers, self.fields, self.draw)

    @property
    def folder(self) -> str:
        """The name of the folder that holds the variants of this recipe."""
        parts = (str(getattr(self, field.name)) for field in fields(self))
        return f"{self.dataset}.{self.split}.{content_id(*parts)[:12]}"

    def difference(self, other: "Recipe") -> str:
        """What of this recipe is otherwise in another, in words; "" where nothing is."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if mine != theirs and field.name == "code":
                return "another version of the perturbations"
            if mine != theirs and field.name == "samples":
                return f"other samples in {self.split}"
            if mine != theirs:
                return f"{field.name} {_value_text(mine)}, not {_value_text(theirs)}"
        return ""


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A finished file: what one condition makes of the samples of a split. `path` is where it lies."""

    path: Path
    condition: Condition
    recipe: Recipe
    counts: Counts

    @property
    def place(self) -> str:
        """Where it lies in an exported grid."""
        return f"{self.condition.perturbation}/{self.condition.severity.key}/{self.recipe.split}.parquet"

    def footer(self) -> dict[str, str]:
        """What the file says of itself, for `read_footer`."""
        return {FOOTER: encode(_Footer(*self.condition, self.recipe, self.counts))}


@dataclass(frozen=True, slots=True)
class _Footer:
    perturbation: str
    severity: Severity
    recipe: Recipe
    counts: Counts


def read_footer(path: Path) -> VariantFile | None:
    """What the footer of this file says; None where it holds no variants."""
    try:
        footer = decode((pq.read_metadata(path).metadata or {}).get(FOOTER.encode(), b""), _Footer)
    except (OSError, pa.ArrowException, BadInput):
        return None
    return VariantFile(path, Condition(footer.perturbation, footer.severity), footer.recipe, footer.counts)


def in_order(files: Iterable[VariantFile]) -> tuple[VariantFile, ...]:
    """In the order of perturbations, severities and splits; chains come last."""
    order = {perturbation.name: i for i, perturbation in enumerate(perturbations())}

    def key(file: VariantFile) -> tuple[int, Condition, str]:
        return order.get(file.condition.perturbation, len(order)), file.condition, file.recipe.split

    return tuple(sorted(files, key=key))


def finished(folder: Path, pattern: str = "*.parquet") -> Iterator[VariantFile]:
    """Every file of variants in this folder; a file that another program wrote is none."""
    for path in sorted(folder.glob(pattern)):
        file = None if path.name.startswith(".") else read_footer(path)
        if file is not None:
            yield file


def _value_text(value: object) -> str:
    return (", ".join(value) or "all") if isinstance(value, tuple) else f"{value}"

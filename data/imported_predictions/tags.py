"""Predicted tags set beside the texts that they are of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.text.entity_tags import tagged_tokens
from curation.answers import tag_set
from data.imported_predictions.reading import PredictedRow
from data.variants.columns import text_fields
from data.variants.files import VariantFile

LISTED = re.compile(r"[^\s\[\]'\",]+")  # the tags of a list that is written as a text
SHOWN = 40  # characters of a token or tag in a message


@dataclass(frozen=True, slots=True)
class TaggedTexts:
    """What each sample reads, as it was and under each condition that changed it, with its gold tags."""

    texts: dict[Condition | None, dict[str, str]] = field(default_factory=dict)
    gold: dict[Condition | None, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Sequence[VariantFile]) -> "TaggedTexts":
        """What these files hold; nothing where their samples have no tags."""
        tagged = cls()
        for file in files:
            schema = pq.read_schema(file.path)
            if "tags" not in schema.names:
                return cls()
            name = text_fields(schema)[0]
            columns = ["id", "perturbed", name, f"original_{name}", "tags", "original_tags"]
            table = pq.read_table(file.path, columns=columns, use_threads=False)
            tagged._add(None, table["id"], table[f"original_{name}"], table["original_tags"])
            changed = table.filter(table["perturbed"])
            tagged._add(file.condition, changed["id"], changed[name], changed["tags"])
        return tagged

    def _add(self, condition: Condition | None, ids: Sequence[object], texts: object, tags: object) -> None:
        rows = zip(*(column.to_pylist() for column in (ids, texts, tags)), strict=True)  # type: ignore[attr-defined]
        triples = [(id_, text, " ".join(gold or ())) for id_, text, gold in rows]
        self.texts[condition] = {id_: text for id_, text, _ in triples}
        self.gold[condition] = {id_: gold for id_, _, gold in triples}

    def tokens(self, condition: Condition | None, sample: str) -> list[str]:
        """The tokens of a sample's text under a condition; its original's where that changed nothing."""
        original = self.texts[None][sample]
        return tagged_tokens(self.texts.get(condition, {}).get(sample, original))


class TagReader:
    """Predicted tags as a run keeps them: one for each token of a text, with single spaces between."""

    def __init__(self, texts: TaggedTexts, labels: Sequence[str]) -> None:
        self._texts, self._labels, self._known = texts, tuple(labels), tag_set(labels)

    def read(self, row: PredictedRow, condition: Condition | None, sample: str) -> str:
        """The tags of a row on this sample's text; a number is that of a label.

        Raises BadInput that names the sample for another number of tags, other tokens and what is no tag of the data
        set.
        """
        tokens, tags = self._texts.tokens(condition, sample), LISTED.findall(row.label)
        for number, (theirs, ours) in enumerate(zip(row.tokens, tokens, strict=False), 1):
            if theirs != ours:
                mismatch = f"is {theirs[:SHOWN]!r} in the file, but {ours[:SHOWN]!r} in the text of the grid"
                raise BadInput(f"token {number} of sample {sample} {mismatch}")
        if len(tags) != len(tokens):
            raise BadInput(f"sample {sample} has {len(tokens):,} tokens, but {len(tags):,} predicted tags")
        return " ".join(self._tag(tag, sample) for tag in tags)

    def _tag(self, tag: str, sample: str) -> str:
        if tag in self._known:
            return tag
        number = re.fullmatch(r"(?:LABEL_)?(\d{1,4})", tag)
        if number and int(number[1]) < len(self._labels):
            return self._labels[int(number[1])]
        raise BadInput(f"sample {sample} has the unknown tag {tag[:SHOWN]!r}; the tags are {', '.join(self._known)}")

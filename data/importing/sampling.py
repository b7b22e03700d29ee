"""A row becomes a sample, or a bad row with the reason."""

from collections.abc import Mapping

from core.identity import Occurrences
from core.records import Bounds, Sample, Task, TextField
from data.formats.rows import BadRow, TableRow
from data.importing.labelling import bio, label_name, similarity


class Sampler:
    """Makes the samples of one split, counting rows that come again. `fields` names the field of each text column.

    Without a label column samples have no label.
    """

    def __init__(
        self,
        dataset: str,
        split: str,
        task: Task,
        fields: Mapping[str, str],
        label_column: str,
        label_names: Mapping[str, str],
        scale: Bounds | None = None,
    ) -> None:
        self.dataset, self.split, self.task = dataset, split, task
        self.fields, self.label_column, self.label_names = fields, label_column, label_names
        self.scale = scale
        self._occurrences = Occurrences()

    def sample(self, file: str, row: TableRow) -> Sample | BadRow:
        """The row's sample, or why there is none."""
        texts = []
        for column, name in self.fields.items():
            text = row.values.get(column)
            if text is None or not text.strip():
                return BadRow(
                    file, row.line, f"its text in column {column!r} is {'missing' if text is None else 'empty'}"
                )
            texts.append(TextField(name, text))
        label, tags, wrong = self._label(row.values.get(self.label_column, ""), texts[0].text)
        if wrong:
            return BadRow(file, row.line, wrong)
        occurrence = self._occurrences.number(*(f.text for f in texts), label, *tags)
        return Sample(self.dataset, self.split, tuple(texts), label, occurrence, tags)

    def _label(self, raw: str, text: str) -> tuple[str, tuple[str, ...], str]:
        """(label, tags, what is wrong)."""
        if not self.label_column:
            return "", (), ""
        if self.task is Task.TAGGING:
            return "", *self._tags(raw.split(), len(text.split(" ")))
        label, wrong = (
            similarity(raw, self.scale) if self.task is Task.SIMILARITY else label_name(raw, self.label_names)
        )
        return label, (), wrong

    def _tags(self, raw: list[str], tokens: int) -> tuple[tuple[str, ...], str]:
        renamed = [self.label_names.get(tag, tag) for tag in raw]
        if len(renamed) != tokens:
            return (), f"it has {tokens} tokens but {len(renamed)} tags"
        tags, wrong = bio(renamed)
        return tags, f"its tag {wrong[:40]!r} is not O, B-… or I-…" if wrong is not None else ""

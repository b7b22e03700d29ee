"""A data set's card as JSON and back."""

import json
from dataclasses import asdict
from pathlib import Path

from core.errors import BadInput
from core.records import DatasetCard, SplitSize, Task

CARD = "card.json"


def card_json(card: DatasetCard) -> str:
    """The card as indented JSON, for people to read too."""
    return json.dumps(asdict(card) | {"splits": {s.name: s.samples for s in card.splits}}, indent=2, ensure_ascii=False)


def card_of(folder: Path) -> DatasetCard:
    """The card in this data set's folder; raises BadInput when it is missing or damaged."""
    try:
        read = json.loads((folder / CARD).read_text(encoding="utf-8"))
        return DatasetCard(
            name=folder.name,
            task=Task(read["task"]),
            labels=tuple(read["labels"]),
            text_fields=tuple(read["text_fields"]),
            splits=tuple(SplitSize(name, int(samples)) for name, samples in read["splits"].items()),
            title=str(read["title"]),
            source=str(read["source"]),
            licence=str(read["licence"]),
            ours=bool(read["ours"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"The data set {folder.name!r} has a damaged card ({error!r}); delete {str(folder)!r} and import it again."
        ) from error

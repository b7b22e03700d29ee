"""A data set's card as JSON and back."""

from dataclasses import replace
from pathlib import Path

from core.errors import BadInput
from core.records import DatasetCard
from data.records_json import encode, read_record

CARD = "card.json"


def card_json(card: DatasetCard) -> str:
    """The card as indented JSON, for people to read too."""
    return encode(card, indent=2)


def card_of(folder: Path) -> DatasetCard:
    """The card in this data set's folder, whose name is the data set's; raises BadInput for none and a damaged one."""
    try:
        return replace(read_record(folder / CARD, DatasetCard), name=folder.name)
    except BadInput as error:
        raise BadInput(
            f"Flinch can't use the card of the data set {folder.name!r}: {error} "
            f"You can also delete {str(folder)!r} and import the data set again."
        ) from error

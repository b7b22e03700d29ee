"""What a label column says: names for labels, numbers for similarity, legal BIO for tags."""

import math
import re
from collections.abc import Mapping, Sequence

from core.errors import BadInput
from core.records import Bounds

_BIO = {"B": "B", "S": "B", "U": "B", "I": "I", "E": "I", "L": "I", "M": "I"}  # BIOES, BILOU, BMES as BIO


def parse_label_names(text: str) -> dict[str, str]:
    """ "0=negative,1=positive" as {"0": "negative", "1": "positive"}; "" as {}.

    Names alone ("negative,positive") stand for themselves and for their positions from 0. Raises BadInput for a
    label without a name and for one that is named twice.
    """
    names: dict[str, str] = {}
    for position, part in enumerate(part for part in text.split(",") if part.strip()):
        raw, equals, name = (piece.strip() for piece in part.partition("="))
        pairs = {raw: name} if equals else {raw: raw, str(position): raw}
        if not raw or (equals and not name):
            raise BadInput(f"{part.strip()!r} does not name a label; write value=name, such as 0=negative,1=positive.")
        for key, value in pairs.items():
            if names.setdefault(key, value) != value:
                raise BadInput(f"The label {key!r} has two names, {names[key]!r} and {value!r}; give it one name.")
    return names


def label_name(raw: str, names: Mapping[str, str]) -> tuple[str, str]:
    """(name, ""), or ("", what is wrong): with names given, only those labels are known."""
    label = raw.strip()
    if not label:
        return "", "its label is empty"
    if not names:
        return label, ""
    if label in names:
        return names[label], ""
    choices = ", ".join(dict.fromkeys(names))
    return "", f"its label {label[:40]!r} is not one of {choices}"


def parse_scale(text: str) -> Bounds | None:
    """ "0 to 5", or "0-5", as a scale; "" as None. Raises BadInput for anything else."""
    if not text.strip():
        return None
    match = re.fullmatch(r"\s*(-?[\d.]+)\s*(?:to|-|–|,|:)\s*(-?[\d.]+)\s*", text)
    try:
        scale = Bounds(float(match[1]), float(match[2])) if match else None
    except ValueError:
        scale = None
    if scale is None or scale.low >= scale.high:
        raise BadInput(f"{text.strip()[:40]!r} is not a scale; write its lowest and highest number, such as 0 to 5.")
    return scale


def similarity(raw: str, scale: Bounds | None = None) -> tuple[str, str]:
    """(the number as it is written, ""), or ("", what is wrong)."""
    number = raw.strip()
    try:
        value = float(number)
        if math.isfinite(value):
            outside = scale is not None and not scale.low <= value <= scale.high
            return ("", f"its similarity {number[:40]} is outside the scale {scale}") if outside else (number, "")
    except ValueError:
        pass
    return "", f"its similarity {number[:40]!r} is not a number" if number else "its similarity is empty"


def bio(tags: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """(the tags as legal BIO, None), or ((), the first that is no such tag).

    Legal is IOB2 (Ramshaw & Marcus 1995): an entity begins with B-.

    IO and IOB1 tags, where I- may begin an entity, and BIOES, BILOU and BMES tags are converted.
    """
    legal: list[str] = []
    for tag in tags:
        place, hyphen, kind = tag.partition("-")
        if tag == "O":
            legal.append(tag)
        elif hyphen and kind and place in _BIO:
            continues = _BIO[place] == "I" and legal and legal[-1][2:] == kind
            legal.append(f"{'I' if continues else 'B'}-{kind}")
        else:
            return (), tag
    return tuple(legal), None


def ordered(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels in the order people expect: numbers by size, then names by the alphabet; "O" before other tags."""
    return tuple(sorted(labels, key=lambda label: (label != "O", *_size(label))))


def _size(label: str) -> tuple[float, str]:
    try:
        return float(label), label
    except ValueError:
        return math.inf, label

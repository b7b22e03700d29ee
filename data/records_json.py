"""Records as JSON and back: what is asked, how far it is, what was decided, in files that people can read too.

What is written in a way of its own is so here: a severity is its key ("pps-2"), a time is ISO 8601 in UTC. Fields that
a record does not know are left out, so that older versions read what newer ones wrote.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from cattrs import transform_error
from cattrs.errors import BaseValidationError
from cattrs.preconf.json import JsonConverter, make_converter

from core.errors import BadInput
from core.severity import Severity

Record = TypeVar("Record")
CHECKSUM = "checksum"  # the key of a file's checksum; whoever takes it out has the file read as it is
NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def encode(record: object, indent: int | None = None, ascii_only: bool = False) -> str:
    """The record as JSON: indented, or on one line without spaces."""
    separators = (",", ":") if indent is None else None
    return json.dumps(_CONVERTER.unstructure(record), indent=indent, separators=separators, ensure_ascii=ascii_only)


def encode_checked(record: object) -> str:
    """The record as indented JSON that ends in a checksum of the rest, by which `decode` knows damage."""
    held = json.loads(encode(record))
    return json.dumps(held | {CHECKSUM: _checksum(held)}, indent=1, ensure_ascii=False)


def decode(text: str | bytes, kind: type[Record]) -> Record:
    """The record of this kind in a JSON object; a checksum in it must fit.

    Raises BadInput that names the first field that is missing or wrong: "verdict: 'maybe' is not a valid Verdict".
    """
    try:
        held = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from error
    if not isinstance(held, dict):
        raise BadInput(f"{held!r:.60} is not a JSON object")
    if CHECKSUM in held and held.pop(CHECKSUM) != _checksum(held):
        raise BadInput("its checksum does not match: the file was damaged, or changed by hand")
    try:
        return _CONVERTER.structure(held, kind)
    except BaseValidationError as error:
        flaw, _, place = transform_error(error, "", _flaw)[0].rpartition(" @ ")
        raise BadInput(f"{place.removeprefix('.')}: {flaw}") from error


def record_of(text: str | bytes, kind: type[Record]) -> Record | None:
    """The same, None for what is no such record."""
    try:
        return decode(text, kind)
    except BadInput:
        return None


def read_record(path: Path, kind: type[Record]) -> Record:
    """The record in this file; raises BadInput that names the file, and its field that is missing or wrong."""
    try:
        return decode(path.read_bytes(), kind)
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); restore a copy of it.") from error
    except BadInput as error:
        raise BadInput(f"{str(path)!r} is damaged ({error}); restore a copy or delete it.") from error


def record_or_none(path: Path, kind: type[Record]) -> Record | None:
    """The same, None for a file that is absent or damaged."""
    try:
        return read_record(path, kind)
    except BadInput:
        return None


def _checksum(held: Mapping[str, object]) -> str:
    """Of what is said, in whatever order and layout."""
    return sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()[:16]


def _flaw(error: BaseException, _: type[object] | None) -> str:
    return "it is missing" if isinstance(error, KeyError) else str(error)


def _strict_hook(base: type) -> Callable[[object, type], object]:
    """cattrs would make a text of a number and a number of a text; here that is wrong."""

    def taken(value: object, kind: type) -> object:
        if type(value) is kind:
            return value
        if type(value) is base or (base is float and type(value) is int):
            return kind(value)  # an enum of such values, or a whole number where any will do
        raise ValueError(f"{value!r:.60} is not {NAMES[base]}")

    return taken


def _converter() -> JsonConverter:
    made = make_converter()
    for base in NAMES:
        made.register_structure_hook(base, _strict_hook(base))
    made.register_unstructure_hook(datetime, lambda at: (at.astimezone(UTC) if at.tzinfo else at).isoformat())
    made.register_unstructure_hook(Severity, lambda severity: severity.key)
    made.register_structure_hook(Severity, lambda key, _: Severity.parse(key))
    return made


_CONVERTER = _converter()

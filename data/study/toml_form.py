"""A study's design as TOML and back, for people to keep, edit and pass on."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import BadInput
from curation.study.design import StudyDesign
from data.records_json import decode, encode


def design_as_toml(design: StudyDesign) -> str:
    """The whole design, which `design_of_toml` reads."""
    return "\n".join(_table(json.loads(encode(design)), "")).strip() + "\n"


def design_of_toml(text: str) -> StudyDesign:
    """The design in this text, checked. Raises BadInput that says where it is wrong; an unknown name is wrong too."""
    try:
        held = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"This is not TOML: {error}.") from error
    try:
        design = decode(json.dumps(held, default=str), StudyDesign)
    except BadInput as error:
        raise BadInput(f"The design is incomplete or wrong: {error}.") from error
    for place in _strangers(held, json.loads(encode(design)), ""):
        raise BadInput(f"A design can't contain {place}; remove it, or correct its name.")
    design.check()
    return design


def _strangers(given: Any, known: Any, place: str) -> Iterator[str]:
    """Where the design holds what was not taken over; what was has the shape that it was given in."""
    if isinstance(given, dict):
        for key, value in given.items():
            where = f"{place}.{key}" if place else key
            if key not in known:
                yield repr(where)
            else:
                yield from _strangers(value, known[key], where)
    elif isinstance(given, list):
        for n, (one, other) in enumerate(zip(given, known, strict=False), 1):
            yield from _strangers(one, other, f"{place}[{n}]")


def _table(values: Mapping[str, Any], name: str) -> Iterator[str]:
    """Plain values first, then tables: whatever follows a table's heading belongs to it."""
    inner = {key: value for key, value in values.items() if _is_tables(value)}
    for key, value in values.items():
        if key not in inner and not isinstance(value, dict):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in values.items():
        if isinstance(value, dict):
            pairs = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
            yield f"{_key(key)} = {{ {pairs} }}" if pairs else f"{_key(key)} = {{}}"
    for key, tables in inner.items():
        where = f"{name}.{_key(key)}" if name else _key(key)
        for table in tables:
            yield ""
            yield f"[[{where}]]"
            yield from _table(table, where)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _key(key: str) -> str:
    return key if key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return '"""\n' + "\n".join(_quoted(line)[1:-1] for line in value.split("\n")) + '"""'
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for the delete character and lone surrogates."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")

"""The answers of an endpoint, kept in a model's folder: what was said, what it cost, and how often it was too busy."""

import json
import math
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadInput

ANSWERS, WAITS = "answers.jsonl", "waits.jsonl"
PRICES = "FLINCH_TOKEN_PRICES"


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the endpoint said to a prompt; tokens as it counted them, 0 where it does not say."""

    prompt: str
    text: str
    read: int
    written: int


def keep_answer(folder: Path, answer: ChatAnswer) -> None:
    """Write an answer behind the others."""
    _append(folder / ANSWERS, [answer.prompt, answer.text, answer.read, answer.written])


def keep_wait(folder: Path, seconds: float) -> None:
    """Write down that the endpoint turned a request away for so long because of its rate limit."""
    _append(folder / WAITS, [seconds])


def answers_in(folder: Path) -> Iterator[ChatAnswer]:
    """The answers that are kept in this folder; a line that a crash cut short is left out."""
    for row in _rows(folder / ANSWERS):
        with suppress(TypeError):
            yield ChatAnswer(*row)


def asked_in_words(folder: Path, names_label: Callable[[str], bool]) -> str:
    """What the answers of this model cost so far and how many named no label, in a sentence; "" for no answers."""
    held = list(answers_in(folder))
    if not held:
        return ""
    unnamed = sum(not names_label(answer.text) for answer in held)
    read, written = sum(a.read for a in held), sum(a.written for a in held)
    parts = [
        f"{len(held):,} prompts answered so far, {read:,} tokens read, {written:,} written{_cost(read, written)}",
        f"{unnamed:,} answers named no label and count as the first",
    ]
    if waits := [row[0] for row in _rows(folder / WAITS)]:
        parts.append(f"its rate limit turned {len(waits):,} requests away, for {sum(waits):,.0f} seconds in all")
    return "; ".join(parts)


def prices() -> tuple[float, float] | None:
    """What a million tokens cost, (read, written), as the environment says; None where it says nothing.

    Raises BadInput for a setting that is not two numbers.
    """
    text = os.environ.get(PRICES, "").strip()
    if not text:
        return None
    with suppress(ValueError):
        read, written = map(float, text.split())
        if math.isfinite(read + written) and min(read, written) >= 0:
            return read, written
    raise BadInput(
        f"{PRICES} is {text[:40]!r}; set it to what a million tokens cost, read and written, such as '0.5 2'."
    )


def _cost(read: int, written: int) -> str:
    known = prices()
    if known is None:
        return ""
    cost = (read * known[0] + written * known[1]) / 1e6
    return f" ({cost:,.4f} at {known[0]:g} and {known[1]:g} a million)"


def _append(path: Path, row: list[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _rows(path: Path) -> Iterator[list[Any]]:
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        with suppress(ValueError):
            row = json.loads(line)
            if isinstance(row, list) and row:
                yield row

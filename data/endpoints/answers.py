"""The answers of an endpoint, kept in a model's folder: what was said, what it cost, and how often it was too busy."""

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.records import NO_LABEL
from core.so_many import so_many
from data.append_log import AppendLog
from data.records_json import Record

ANSWERS, LEFT_OUT = "answers.jsonl", "left-out.json"
TEMPERATURE = "temperature"  # among what an endpoint does not take, the one without which answers change by chance
PRICES = "FLINCH_TOKEN_PRICES"


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the endpoint said to a prompt; tokens as it counted them, 0 where it does not say."""

    prompt: str
    text: str
    read: int
    written: int


@dataclass(frozen=True, slots=True)
class RateLimitWait:
    """For how long the endpoint turned a request away because of its rate limit."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """A prompt that the endpoint does not take, and why."""

    prompt: str
    why: str


FILES: Mapping[type, str] = {ChatAnswer: ANSWERS, RateLimitWait: "waits.jsonl", Refusal: "refusals.jsonl"}


def keep(folder: Path, record: ChatAnswer | RateLimitWait | Refusal) -> None:
    """Write this down in the folder's file of its kind."""
    folder.mkdir(parents=True, exist_ok=True)
    AppendLog(folder / FILES[type(record)], type(record)).append([record])


def kept(folder: Path, kind: type[Record]) -> Iterator[Record]:
    """What is written down of this kind in the folder; a line that can't be read is left out."""
    return AppendLog(folder / FILES[kind], kind).read([])


def keep_left_out(folder: Path, settings: Sequence[str]) -> None:
    """Write down which settings of requests the endpoint does not take."""
    if settings:
        (folder / LEFT_OUT).write_text(json.dumps(settings), encoding="utf-8")


def cost_in_words(folder: Path, names_label: Callable[[str], bool]) -> str:
    """What the answers of this model cost so far and how many named no label, in a sentence; "" for no answers."""
    held = list(kept(folder, ChatAnswer))
    if not held:
        return ""
    answered = {answer.prompt: answer.text for answer in held}  # one may have been asked again, and paid for
    unnamed = sum(not names_label(text) for text in answered.values())
    parts = [
        f"{len(answered):,} prompts answered so far, {_tokens(held)}",
        f"{unnamed:,} answers named no label and count as {NO_LABEL}",
    ]
    if refused := {refusal.prompt: refusal.why for refusal in kept(folder, Refusal) if refusal.prompt not in answered}:
        why = next(iter(refused.values()))
        parts.append(f"{len(refused):,} prompts were refused (for example: {why}) and also count as {NO_LABEL}")
    with suppress(OSError, ValueError):
        if TEMPERATURE in json.loads((folder / LEFT_OUT).read_text(encoding="utf-8")):
            parts.append("the endpoint accepts no temperature, so answers to the same text may differ by chance")
    if waits := [wait.seconds for wait in kept(folder, RateLimitWait)]:
        parts.append(f"the endpoint's rate limit delayed {len(waits):,} requests, by {sum(waits):,.0f} seconds in all")
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
    raise BadInput(f"{PRICES} is {text[:40]!r}; set it to prices per million input and output tokens, such as '0.5 2'.")


def _tokens(held: Sequence[ChatAnswer]) -> str:
    """What was read and written and what it cost, as far as the endpoint counted it."""
    uncounted = sum(not answer.read for answer in held)  # no prompt is of no tokens
    if uncounted == len(held):
        return "number of tokens not reported"
    read, written = sum(a.read for a in held), sum(a.written for a in held)
    tokens = f"{read:,} tokens read, {written:,} written{_cost(read, written)}"
    return f"{tokens}, not including {so_many(uncounted, 'prompt')} without a token count" if uncounted else tokens


def _cost(read: int, written: int) -> str:
    price = prices()
    if price is None:
        return ""
    cost = (read * price[0] + written * price[1]) / 1e6
    return f" (cost {cost:,.4f}, at {price[0]:g} and {price[1]:g} per million)"

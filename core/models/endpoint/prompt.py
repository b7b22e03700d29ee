"""What an endpoint is asked about a text, and which label its answer names."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress

from core.models.predictor import Texts

TEXT, LABELS = "{text}", "{labels}"
TEMPLATE = f"""Which of these labels fits the text best: {LABELS}?
Answer with that label and nothing else.

{TEXT}"""
THOUGHT, OVER = re.compile(r"<think>.*", re.DOTALL), "</think>"  # what some models write before they answer
AROUND = " \t\r\n\"'`*.:,;!()[]"


def prompt(template: str, texts: Texts, labels: Sequence[str]) -> str:
    """The template with the labels, between commas, and the text; of a pair each text has a line and a number."""
    shown = texts[0] if len(texts) == 1 else "\n".join(f"Text {n}: {text}" for n, text in enumerate(texts, 1))
    parts = {TEXT: shown, LABELS: ", ".join(labels)}
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found.group()], template)


def after_thought(answer: str) -> str:
    """What stands behind all that was thought aloud; an answer that never came to its end of thought stays whole."""
    return answer.rpartition(OVER)[2]


def label_in(answer: str, labels: Sequence[str]) -> str | None:
    """The label that the answer is, whatever its case and marks, or the only one that it names; None for any other.

    What it thought aloud before, up to </think>, is no answer. A label may be in JSON, as `{"label": "good"}`.
    """
    said = _out_of_json(THOUGHT.sub("", after_thought(answer))).strip(AROUND).casefold()
    exact = [label for label in labels if label.casefold() == said]
    named = [label for label in labels if re.search(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", said)]
    found = exact or named
    return found[0] if len(found) == 1 else None


def _out_of_json(said: str) -> str:
    with suppress(ValueError, RecursionError):
        held = json.loads(said)
        if isinstance(held, dict) and isinstance(held.get("label"), str):
            return str(held["label"])
    return said

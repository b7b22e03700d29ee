"""What an endpoint is asked about a text, and which label its answer names."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from core.models.predictor import Texts

TEXT, LABELS = "{text}", "{labels}"
TEMPLATE = f"""Which of these labels fits the text best: {LABELS}?
Answer with that label and nothing else.

{TEXT}"""
THOUGHT, OVER = re.compile(r"<think>.*", re.DOTALL), "</think>"  # what some models write before they answer
AROUND = " \t\r\n\"'`*.:,;!()[]“”‘’"
BETWEEN = re.compile(r"(?<=\w)[\s_-]+(?=\w)")
DENIED = re.compile(r"(\b(not|non|never)|n['’]t) ((an?|the|very|really|quite|so) )*$")


def prompt(template: str, texts: Texts, labels: Sequence[str]) -> str:
    """The template with the labels, between commas, and the text; of a pair each text has a line and a number."""
    body = texts[0] if len(texts) == 1 else "\n".join(f"Text {n}: {text}" for n, text in enumerate(texts, 1))
    parts = {TEXT: body, LABELS: ", ".join(labels)}
    return re.sub("|".join(map(re.escape, parts)), lambda match: parts[match.group()], template)


def after_thought(answer: str) -> str:
    """What stands behind all that was thought aloud; an answer that never came to its end of thought stays whole."""
    return answer.rpartition(OVER)[2]


def label_in(answer: str, labels: Sequence[str]) -> str | None:
    """The label that the answer is, whatever its case and marks, or the only one that it names; None for any other.

    What it thought aloud before, up to </think>, is no answer. A label may be in JSON, as `{"label": "good"}`. One that
    is a part of another's name or that is denied ("not good") is not named by that.
    """
    folded = _normalise(_label_in_json(THOUGHT.sub("", after_thought(answer))).strip())
    names = {label: _normalise(label) for label in labels}
    exact = [label for label, name in names.items() if name == folded]
    bare = [label for label, name in names.items() if name.strip(AROUND) == folded.strip(AROUND) != ""]
    matches = exact or bare or list(dict.fromkeys(label for label, _ in _label_mentions(folded, names)))
    return matches[0] if len(matches) == 1 else None


def _normalise(text: str) -> str:
    """Without case, and with one space for all that may stand between two words: "not_good" is "not good"."""
    return BETWEEN.sub(" ", text.casefold())


def _label_mentions(answer: str, names: Mapping[str, str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Each label with where it is named."""
    places = [
        (label, place)
        for label, name in names.items()
        for place in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", answer)
        if not DENIED.search(answer[: place.start()])
    ]
    for label, place in places:
        around = (other for _, other in places if other.start() <= place.start() and place.end() <= other.end())
        if all(len(other.group()) == len(place.group()) for other in around):
            yield label, place


def _label_in_json(answer: str) -> str:
    """The label of the first object in the answer, whatever stands around it."""
    with suppress(ValueError, RecursionError):
        parsed, _ = json.JSONDecoder().raw_decode(answer, answer.index("{"))
        if isinstance(parsed, dict) and isinstance(parsed.get("label"), str):
            return str(parsed["label"])
    return answer

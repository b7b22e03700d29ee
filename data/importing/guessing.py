"""Which columns of a table hold the texts and the label, and which task that makes: a proposal, never a decision."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Task
from data.formats.headers import is_number
from data.formats.rows import TableRow

_PAIRS = (
    ("sentence1", "sentence2"),
    ("premise", "hypothesis"),
    ("question1", "question2"),
    ("question", "sentence"),
    ("#1 string", "#2 string"),
    ("text1", "text2"),
)
_TEXTS = ("text", "sentence", "tweet", "review", "comment", "content", "question", "body", "tokens", "words", "title")
_LABELS = ("label", "labels", "class", "gold", "gold_label", "target", "category", "sentiment", "quality", "polarity")
_SCORES = ("score", "similarity", "similarity_score", "rating")
_TAGS = ("tags", "ner_tags", "bio", "labels")


@dataclass(frozen=True, slots=True)
class Guess:
    """What a file seems to hold; no text columns or a label column of "" where nothing seems right."""

    text_columns: tuple[str, ...]
    label_column: str
    task: Task


def guess(columns: Sequence[str], rows: Sequence[TableRow]) -> Guess:
    """By the columns' usual names first, by what is in them second."""
    names = {column.lower(): column for column in columns}
    values = {column: [row.values.get(column, "") for row in rows] for column in columns}
    tags = next((names[n] for n in _TAGS if n in names and _are_tags(values[names[n]])), "")
    texts = _texts(columns, names, values, tags)
    label = tags or _label(names, [c for c in columns if c not in texts], values, pair=len(texts) == 2)
    return Guess(texts, label, _task(texts, label, values, bool(tags)))


def _texts(columns: Sequence[str], names: dict[str, str], values: dict[str, list[str]], tags: str) -> tuple[str, ...]:
    for pair in _PAIRS:
        if all(name in names for name in pair):
            return tuple(names[name] for name in pair)
    for name in _TEXTS:
        if name in names and names[name] != tags:
            return (names[name],)
    lengths = {c: _mean_words(values[c]) for c in columns if c != tags and _mean_words(values[c]) > 2}
    longest = sorted(lengths, key=lambda c: -lengths[c])[:2]
    alike = len(longest) == 2 and lengths[longest[1]] > 0.6 * lengths[longest[0]]
    return tuple(sorted(longest if alike else longest[:1], key=list(columns).index))


def _label(names: dict[str, str], columns: Sequence[str], values: dict[str, list[str]], pair: bool) -> str:
    for name in _LABELS + _SCORES:
        if names.get(name) in columns:
            return names[name]
    few = {c: len(set(values[c])) for c in columns if _repeats(values[c])}
    scores = [c for c in columns if _are_scores(values[c])]
    if pair and scores:
        return scores[0]
    return min(few, key=lambda c: few[c]) if few else next(iter(scores), "")


def _task(texts: tuple[str, ...], label: str, values: dict[str, list[str]], tags: bool) -> Task:
    if tags:
        return Task.TAGGING
    if len(texts) < 2:
        return Task.CLASSIFICATION
    return Task.SIMILARITY if _are_scores(values.get(label, [])) else Task.PAIR_CLASSIFICATION


def _repeats(column: Sequence[str]) -> bool:
    """Whether a column could be labels: nothing empty, several values, each of them often."""
    kinds = len(set(column))
    return all(column) and 2 <= kinds <= max(2, len(column) // 3)


def _are_scores(column: Sequence[str]) -> bool:
    return any("." in cell for cell in column) and all(map(is_number, column))


def _are_tags(column: Sequence[str]) -> bool:
    tags = [tag for cell in column for tag in cell.split()]
    return bool(tags) and all(tag == "O" or tag[1:2] == "-" for tag in tags)


def _mean_words(column: Sequence[str]) -> float:
    return sum(cell.count(" ") + 1 for cell in column) / max(len(column), 1)

"""Neighbours of words in a GloVe text file: `word x1 x2 … xd` a line, the most frequent words first."""

from collections.abc import Container, Iterable, Mapping, Set
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import BadInput, MissingResource
from core.lexicon.neighbours import nearest
from core.lexicon.synonyms import Synonyms

WORDS = 40_000  # lines that are read: enough for everyday words, in a few seconds and under 100 MB
NEAR = 0.5  # cosine
OFFERED = 4
Space = tuple[list[str], NDArray[np.float32]]


def glove_neighbours(
    path: Path,
    forms: Mapping[str, Set[str]],
    opposites: Set[tuple[str, str]],
    collocations: Container[str],
) -> Synonyms:
    """For each Penn tag's forms, their neighbours of the same tag among the file's first words.

    Raises MissingResource for a file that can't be read, and BadInput that names the file, the line and what was
    expected for one that is not GloVe's. Whether nouns can be counted and verbs take an object, only our own table
    minds.
    """
    words, vectors = read_vectors(path)
    at = {word: i for i, word in enumerate(words)}
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for tag, tag_forms in forms.items():
        own = [word for word in words if word in tag_forms]
        if own:
            space = vectors[[at[word] for word in own]]
            neighbours = nearest(own, space, NEAR, OFFERED, lambda word, other: (word, other) not in opposites)
            tables[tag] = {word: tuple(others) for word, others in neighbours}
    return Synonyms(tables, collocations)


def read_vectors(path: Path) -> Space:
    """The file's first words with a row of numbers each; a first line with two counts, as word2vec has it, is none."""
    try:
        with path.open(encoding="utf-8") as lines:
            return _read(path, lines)
    except OSError as error:
        raise MissingResource(
            f"The GloVe file {str(path)!r} can't be read ({error.strerror}); name one such as glove.6B.300d.txt."
        ) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"The GloVe file {str(path)!r} is not UTF-8 text; name the text file, unpacked.") from error


def _read(path: Path, lines: Iterable[str]) -> Space:
    words: dict[str, None] = {}
    rows: list[NDArray[np.float32]] = []
    size = 0
    for number, line in enumerate(lines, start=1):
        parts = line.rstrip().rsplit(" ", size) if size else line.split()
        if number == 1 and len(parts) == 2 and all(part.isdigit() for part in parts):
            continue
        size = size or len(parts) - 1
        row = _numbers(parts[1:])
        if size < 1 or row is None or len(row) != size:
            wanted = f"a word and {size} number{'s' * (size > 1)}" if size > 0 else "a word and its numbers"
            raise BadInput(f"{str(path)!r}, line {number}: {wanted} between single spaces were expected.")
        if parts[0] not in words:
            words[parts[0]] = None
            rows.append(row)
        if len(rows) == WORDS:
            break
    if not rows:
        raise BadInput(f"The GloVe file {str(path)!r} is empty; each line should hold a word and its numbers.")
    return list(words), np.stack(rows)


def _numbers(parts: list[str]) -> NDArray[np.float32] | None:
    try:
        row = np.array(parts, np.float32)
    except ValueError:
        return None
    return row if np.isfinite(row).all() else None

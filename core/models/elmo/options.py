"""What an ELMo's options file says of its sizes, and which arrays its weights must hold then."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import inf, prod
from typing import Any, NamedTuple

from core.errors import BadInput

BYTES = 261  # a byte's value, then the marks: sentence begins, sentence ends, word begins, word ends, nothing
MOST = 2_000_000_000  # parameters; the original has 94 million
DIRECTIONS = (0, 1)  # forward, backward
ACTIVATIONS = ("relu", "tanh")


@dataclass(frozen=True, slots=True)
class BiLMOptions:
    """The sizes of a language model read both ways. `filters` are (width, how many); a clip of infinity is none.

    `embedding` numbers a byte, `word` bytes a word with its marks, `units` in a cell, projected to `projection`; with
    `skip` a layer above the first adds what it was given.
    """

    embedding: int
    word: int
    filters: tuple[tuple[int, int], ...]
    activation: str
    highways: int
    units: int
    projection: int
    layers: int
    cell_clip: float
    projection_clip: float
    skip: bool

    @property
    def filtered(self) -> int:
        """How many numbers the filters make of a word."""
        return sum(count for _, count in self.filters)

    @property
    def projected(self) -> bool:
        """Whether a cell's units are projected to fewer numbers."""
        return self.projection < self.units

    @property
    def kept(self) -> str:
        """All of it as text, as `kept_options` reads it."""
        return json.dumps(asdict(self))

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays in the weights file: name -> shape."""
        wide, narrow = self.filtered, self.projection
        shapes: dict[str, tuple[int, ...]] = {"char_embed": (BYTES, self.embedding)}
        for i, (width, count) in enumerate(self.filters):
            shapes |= {f"CNN/W_cnn_{i}": (1, width, self.embedding, count), f"CNN/b_cnn_{i}": (count,)}
        for i in range(self.highways):
            for gate in ("carry", "transform"):
                shapes |= {f"CNN_high_{i}/W_{gate}": (wide, wide), f"CNN_high_{i}/b_{gate}": (wide,)}
        if wide != narrow:
            shapes |= {"CNN_proj/W_proj": (wide, narrow), "CNN_proj/b_proj": (narrow,)}
        for direction in DIRECTIONS:
            for layer in range(self.layers):
                cell = cell_name(direction, layer)
                shapes |= {f"{cell}/W_0": (2 * narrow, 4 * self.units), f"{cell}/B": (4 * self.units,)}
                if self.projected:
                    shapes[f"{cell}/W_P_0"] = (self.units, narrow)
        return shapes


class ElmoWeights(NamedTuple):
    """An ELMo as its files hold it: its options, and NumPy arrays (float32) by their name in the weights file."""

    options: BiLMOptions
    arrays: Mapping[str, Any]


def cell_name(direction: int, layer: int) -> str:
    """Where the weights file keeps the LSTM of this direction and layer."""
    return f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"


def kept_options(text: str) -> BiLMOptions:
    """The options that were kept beside weights of ours."""
    options = json.loads(text)
    return BiLMOptions(**options | {"filters": tuple((width, count) for width, count in options["filters"])})


def parse_options(raw: Any) -> BiLMOptions:
    """The sizes that an options file says; raises BadInput, naming the value, for what is no ELMo or can't be."""
    cnn, lstm = _part(raw, "char_cnn"), _part(raw, "lstm")
    filters = cnn.get("filters")
    if not isinstance(filters, list) or not 0 < len(filters) <= 32 or any(not _is_filter(pair) for pair in filters):
        raise BadInput("its options must set 'filters' to pairs of a width and a count.")
    options = BiLMOptions(
        embedding=_integer(_part(cnn, "embedding"), "dim", 1, 4096),
        word=_integer(cnn, "max_characters_per_token", 3, 1000),
        filters=tuple((width, count) for width, count in filters),
        activation=str(cnn.get("activation")),
        highways=_integer(cnn, "n_highway", 0, 8) if cnn.get("n_highway") is not None else 0,
        units=_integer(lstm, "dim", 1, 1 << 16),
        projection=_integer(lstm, "projection_dim", 1, 1 << 16),
        layers=_integer(lstm, "n_layers", 1, 8) if "n_layers" in lstm else 1,
        cell_clip=_clip(lstm, "cell_clip"),
        projection_clip=_clip(lstm, "proj_clip"),
        skip=bool(lstm.get("use_skip_connections")),
    )
    return _checked_options(options)


def _checked_options(options: BiLMOptions) -> BiLMOptions:
    if options.activation not in ACTIVATIONS:
        raise BadInput(f"its options set 'activation' to {options.activation[:40]!r}; it must be relu or tanh.")
    if max(width for width, _ in options.filters) > options.word:
        raise BadInput(f"its options have a filter wider than the longest word ({options.word} characters).")
    if not options.projected and options.projection != options.units:
        raise BadInput(
            f"its options project {options.units} units to {options.projection}; give at most {options.units}."
        )
    if sum(map(prod, options.shapes().values())) > MOST:
        raise BadInput(f"its options ask for more than {MOST:,} parameters.")
    return options


def _part(raw: Any, name: str) -> dict[str, Any]:
    part = raw.get(name) if isinstance(raw, dict) else None
    if not isinstance(part, dict):
        raise BadInput(f"its options have no part {name!r}.")
    return part


def _integer(part: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = part.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        wanted = f"a whole number from {least} to {most:,}"
        raise BadInput(f"its options set {name!r} to {str(value)[:40]!r}; it must be {wanted}.")
    return value


def _is_filter(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 0 < n <= 1 << 16 for n in pair)


def _clip(part: Mapping[str, Any], name: str) -> float:
    value = part.get(name)
    if value is None:
        return inf
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise BadInput(f"its options set {name!r} to {str(value)[:40]!r}; it must be a number above 0.")
    return float(value)

"""A small ELMo with random weights in the layout of the published ones, and its forward pass in NumPy, by itself."""

import json
from pathlib import Path
from typing import Any

import numpy as np

FILTERS = [[1, 4], [2, 6], [3, 8]]
OPTIONS: dict[str, Any] = {
    "lstm": {
        "use_skip_connections": True,
        "projection_dim": 8,
        "cell_clip": 0.6,
        "proj_clip": 0.4,
        "dim": 16,
        "n_layers": 2,
    },
    "char_cnn": {
        "activation": "relu",
        "filters": FILTERS,
        "n_highway": 2,
        "embedding": {"dim": 5},
        "n_characters": 262,
        "max_characters_per_token": 50,
    },
}
WIDE = {
    "lstm": OPTIONS["lstm"] | {"projection_dim": 32, "dim": 48},
    "char_cnn": OPTIONS["char_cnn"] | {"filters": [[1, 8], [2, 24], [3, 40]]},
}  # says enough of words to learn from
Arrays = dict[str, Any]


def arrays(options: dict[str, Any], spread: float = 0.6) -> Arrays:
    """Random weights by the names that the published files have."""
    drawn = np.random.default_rng(3)
    cnn, lstm = options["char_cnn"], options["lstm"]
    embedding, units, narrow = cnn["embedding"]["dim"], lstm["dim"], lstm["projection_dim"]
    wide = sum(count for _, count in cnn["filters"])
    shapes: dict[str, tuple[int, ...]] = {"char_embed": (261, embedding)}
    for i, (width, count) in enumerate(cnn["filters"]):
        shapes |= {f"CNN/W_cnn_{i}": (1, width, embedding, count), f"CNN/b_cnn_{i}": (count,)}
    for i in range(cnn["n_highway"]):
        shapes |= {f"CNN_high_{i}/{name}": (wide, wide) for name in ("W_carry", "W_transform")}
        shapes |= {f"CNN_high_{i}/{name}": (wide,) for name in ("b_carry", "b_transform")}
    shapes |= {"CNN_proj/W_proj": (wide, narrow), "CNN_proj/b_proj": (narrow,)}
    for direction in (0, 1):
        for layer in range(lstm["n_layers"]):
            cell = f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"
            shapes |= {
                f"{cell}/W_0": (2 * narrow, 4 * units),
                f"{cell}/B": (4 * units,),
                f"{cell}/W_P_0": (units, narrow),
            }
    return {name: drawn.normal(0, spread, shape).astype(np.float32) for name, shape in shapes.items()}


def tiny_elmo(folder: Path, options: dict[str, Any] = OPTIONS, spread: float = 0.6, **others: Any) -> Path:
    """Write both files into this folder and return it; `others` take the place of arrays, None leaves one out."""
    import h5py

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "elmo_tiny_options.json").write_text(json.dumps(options), encoding="utf-8")
    with h5py.File(folder / "elmo_tiny_weights.hdf5", "w") as file:
        for name, array in (arrays(options, spread) | others).items():
            if array is not None:
                file.create_dataset(name, data=array)
    return folder


def layers(words: list[str], options: dict[str, Any] = OPTIONS) -> Any:
    """What the tiny ELMo says of each word, [layers, words, numbers], one word and one number at a time."""
    held = {name: array.astype(np.float64) for name, array in arrays(options).items()}
    marked = [[256], *(list(word.encode())[:48] for word in words), [257]]
    vectors = [_word(held, options, [258, *row, 259] + [260] * (48 - len(row))) for row in marked]
    forward = _direction(held, options, 0, vectors)
    backward = [rows[::-1] for rows in _direction(held, options, 1, vectors[::-1])]
    both = [(vectors, vectors), *zip(forward, backward, strict=True)]
    return np.array([[[*f, *b] for f, b in zip(one, other, strict=True)] for one, other in both])[:, 1:-1]


def _word(held: Arrays, options: dict[str, Any], characters: list[int]) -> Any:
    found: list[float] = []
    for i, (width, count) in enumerate(options["char_cnn"]["filters"]):
        weights, bias = held[f"CNN/W_cnn_{i}"][0], held[f"CNN/b_cnn_{i}"]
        for one in range(count):
            sums = [
                sum(float(held["char_embed"][characters[at + k]] @ weights[k, :, one]) for k in range(width))
                for at in range(len(characters) - width + 1)
            ]
            found.append(max(0.0, max(sums) + bias[one]))
    vector = np.array(found)
    for i in range(options["char_cnn"]["n_highway"]):
        gate = _sigmoid(vector @ held[f"CNN_high_{i}/W_carry"] + held[f"CNN_high_{i}/b_carry"])
        new = np.maximum(0, vector @ held[f"CNN_high_{i}/W_transform"] + held[f"CNN_high_{i}/b_transform"])
        vector = gate * new + (1 - gate) * vector
    return vector @ held["CNN_proj/W_proj"] + held["CNN_proj/b_proj"]


def _direction(held: Arrays, options: dict[str, Any], direction: int, vectors: list[Any]) -> list[list[Any]]:
    lstm, rows, found = options["lstm"], vectors, []
    for layer in range(lstm["n_layers"]):
        cell = f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"
        memory, out, read = np.zeros(lstm["dim"]), np.zeros(lstm["projection_dim"]), []
        for row in rows:
            i, j, f, o = np.split(np.concatenate([row, out]) @ held[f"{cell}/W_0"] + held[f"{cell}/B"], 4)
            memory = _sigmoid(f + 1) * memory + _sigmoid(i) * np.tanh(j)
            memory = np.clip(memory, -lstm["cell_clip"], lstm["cell_clip"])
            out = np.clip(
                (_sigmoid(o) * np.tanh(memory)) @ held[f"{cell}/W_P_0"], -lstm["proj_clip"], lstm["proj_clip"]
            )
            read.append(out + row if layer else out)
        found.append(read)
        rows = read
    return found


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))

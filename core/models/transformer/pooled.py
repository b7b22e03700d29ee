"""A head over the mean of a text's tokens: how sentence-transformers read the models that they train, as MiniLM."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEAD = "head.safetensors"  # beside the encoder's own files
SPREAD = 0.02  # standard deviation of an untrained head, as transformers has it


def mean_pooled(encoder: Any, outputs: int) -> Any:
    """A torch module: the encoder's inputs -> [texts, outputs]; the mean is over a text's own tokens, not padding."""
    from torch import nn

    class MeanPooled(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.base_model = encoder
            self.config = encoder.config
            self.dropout = nn.Dropout(getattr(encoder.config, "hidden_dropout_prob", 0.1))
            self.head = nn.Linear(encoder.config.hidden_size, outputs)
            nn.init.normal_(self.head.weight, std=SPREAD)
            nn.init.zeros_(self.head.bias)

        def forward(self, **inputs: Any) -> Any:
            states = self.base_model(**inputs).last_hidden_state.float()
            mask = inputs["attention_mask"].unsqueeze(-1).float()
            return self.head(self.dropout((states * mask).sum(1) / mask.sum(1)))

    return MeanPooled()


@dataclass(frozen=True, slots=True)
class KeptHead:
    """The head of such a module, kept in a file of its own beside the encoder."""

    module: Any

    def save_pretrained(self, folder: Path) -> None:
        """Write the head's weights into this folder."""
        from safetensors.torch import save_file

        save_file(self.module.head.state_dict(), folder / HEAD)

    def read(self, folder: Path) -> None:
        """Give the module the head that was written into this folder."""
        from safetensors.torch import load_file

        self.module.head.load_state_dict(load_file(folder / HEAD))

"""A head over the mean of a text's tokens: how sentence-transformers read the models that they train, as MiniLM."""

from typing import Any

HEAD = "head.safetensors"  # where it is kept, beside the encoder's own files
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

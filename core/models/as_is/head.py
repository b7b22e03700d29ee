"""The head of a classifier that was fine-tuned elsewhere: which of its outputs is which of our labels."""

import re
from collections.abc import Sequence
from typing import Any

from core.errors import BadInput

UNNAMED = re.compile(r"LABEL_(\d+)")  # what transformers calls the outputs that nobody named


def in_order(module: Any, labels: Sequence[str]) -> Any:
    """The module with its outputs in the order of these labels; raises BadInput where it has others."""
    config = module.config
    outputs = [str(config.id2label[place]) for place in range(config.num_labels)]
    if config.problem_type == "multi_label_classification":
        raise BadInput("it can give a text several labels, but here each text has one; choose another model.")
    order = places(outputs, labels)
    return module if order == [*range(len(outputs))] else _reorder_outputs(module, order)


def places(outputs: Sequence[str], labels: Sequence[str]) -> list[int]:
    """For each label, which of the outputs with these names is its: by name, in capitals or not.

    Raises BadInput where they are not the same labels. LABEL_0 is the label "0", and no other.
    """
    numbered = [UNNAMED.fullmatch(name) for name in outputs]
    names = [number[1] if number else name for number, name in zip(numbered, outputs, strict=True)]
    for spelled in (str, str.casefold):
        by_name = {spelled(name): place for place, name in enumerate(names)}
        wanted = [spelled(label) for label in labels]
        if len(by_name) == len(names) == len(labels) and {*wanted} == by_name.keys():
            return [by_name[label] for label in wanted]
    ours = ", ".join(labels)
    if all(numbered):
        raise BadInput(f"its {len(outputs)} labels have no names; set its id2label to the data set's labels: {ours}.")
    raise BadInput(f"its labels are {', '.join(outputs)}, but the data set has {ours}; set its id2label to these.")


def _reorder_outputs(module: Any, order: Sequence[int]) -> Any:
    """A torch module: the inputs -> the same outputs in this order."""
    from torch import nn

    class Reordered(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.base_model = module
            self.config = module.config

        def forward(self, **inputs: Any) -> Any:
            return self.base_model(**inputs).logits[:, order]

    return Reordered()

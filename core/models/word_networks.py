"""How a network of words or characters is opened, untrained or as it was kept; its vocabulary is its examples'."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.models.family import KeptTensors
from core.models.network import ModelContext, Network
from core.models.spec import Example, ModelSpec
from core.models.words import SPECIAL, Split, TagReading, WordReading, tag_vocabulary, vocabulary, words
from core.records import Task

WEIGHTS = "weights.safetensors"  # the vocabulary is in its metadata
VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class WordNetworks:
    """The networks of one architecture.

    `build`: (words, outputs, spec, whose sizes it has) -> an untrained torch module: word numbers [texts, words] ->
    [texts, outputs]. `least` is how many words it must be given. `tagger`: the same for [texts, words, outputs], where
    there is one. `split` may read other parts of a text than its words.
    """

    build: Callable[[int, int, ModelSpec], Any]
    least: int = 1
    tagger: Callable[[int, int, ModelSpec], Any] | None = None
    split: Split = words

    def fresh(self, opening: ModelContext, examples: Sequence[Example]) -> Network:
        """An untrained network whose vocabulary is every word of the examples."""
        vocab = tag_vocabulary(examples) if opening.plan.task is Task.TAGGING else vocabulary(examples, self.split)
        return self._build_network(opening, vocab)

    def load(self, opening: ModelContext, folder: Path) -> Network:
        """A trained network as it was kept."""
        from safetensors import safe_open
        from safetensors.torch import load_file

        with safe_open(folder / WEIGHTS, "pt") as file:
            vocab = json.loads(file.metadata()[VOCABULARY])
        opened = self._build_network(opening, vocab)
        opened.module.load_state_dict(load_file(folder / WEIGHTS, opening.device.kind))
        return opened

    def _build_network(self, opening: ModelContext, vocab: list[str]) -> Network:
        import torch

        plan = opening.plan
        torch.manual_seed(plan.spec.seed)
        tagger = self.tagger if plan.task is Task.TAGGING else None
        build = tagger or self.build
        module = build(len(vocab) + SPECIAL, opening.objective.size(plan.labels), plan.spec).to(opening.device.kind)
        length = plan.spec.max_length
        reading = TagReading(vocab) if tagger else WordReading(vocab, length, self.least, self.split)
        kept = KeptTensors(WEIGHTS, module.state_dict, {VOCABULARY: json.dumps(vocab)})
        return Network(opening, module, reading, (kept,))

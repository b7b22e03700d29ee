"""The language model itself: words of bytes through filters and highways, then LSTM layers forward and backward."""

from typing import Any

from core.models.elmo.options import DIRECTIONS, ElmoWeights, cell_name

WORDS = 512  # different words that go through the filters at once: 100 MB for the widest of the original
FORGET = 1.0  # is added to the forget gate, as the program that trained it did


class BiLM:
    """A pretrained language model whose weights stay as they are."""

    def __init__(self, weights: ElmoWeights, device: str) -> None:
        import torch

        self.options = weights.options
        self.arrays = {name: torch.as_tensor(array, device=device) for name, array in weights.arrays.items()}

    @property
    def layers(self) -> int:
        """How many representations a word has: its own, and one of each LSTM layer."""
        return self.options.layers + 1

    @property
    def width(self) -> int:
        """How many numbers a representation has, both directions."""
        return 2 * self.options.projection

    def __call__(self, characters: Any, lengths: Any) -> list[Any]:
        """Bytes and marks [texts, words, characters], how many words each text has -> each layer [texts, words, width].

        The first and last word of a text are its marks; what stands at places of padding means nothing. Each direction
        begins at a text's own end, in an empty state, so that a text is read the same in any company.
        """
        import torch

        texts, words, _ = characters.shape
        embedded = self._embed_words(characters.flatten(0, 1)).view(texts, words, -1)
        backward = _backward_places(lengths, words)[..., None]
        read = []
        for direction in DIRECTIONS:
            turned = embedded.gather(1, backward.expand_as(embedded)) if direction else embedded
            outputs = self._read(direction, turned)
            read.append([out.gather(1, backward.expand_as(out)) for out in outputs] if direction else outputs)
        pairs = [(embedded, embedded), *zip(*read, strict=True)]
        return [torch.cat(pair, -1) for pair in pairs]

    def _embed_words(self, characters: Any) -> Any:
        """A vector of each word, [words, projection]; equal words are read once."""
        import torch

        seen, where = characters.unique(dim=0, return_inverse=True)
        return torch.cat([self._convolve_characters(chunk) for chunk in seen.split(WORDS)])[where]

    def _convolve_characters(self, characters: Any) -> Any:
        import torch
        from torch.nn.functional import conv1d

        arrays, options = self.arrays, self.options
        activation = getattr(torch, options.activation)
        rows = arrays["char_embed"][characters].transpose(1, 2)
        strongest = [
            conv1d(rows, arrays[f"CNN/W_cnn_{i}"][0].permute(2, 1, 0), arrays[f"CNN/b_cnn_{i}"]).amax(-1)
            for i in range(len(options.filters))
        ]
        vectors = activation(torch.cat(strongest, 1))
        for i in range(options.highways):
            carry, new = (
                vectors @ arrays[f"CNN_high_{i}/W_{gate}"] + arrays[f"CNN_high_{i}/b_{gate}"]
                for gate in ("carry", "transform")
            )
            vectors = carry.sigmoid() * new.relu() + (1 - carry.sigmoid()) * vectors
        if "CNN_proj/W_proj" in arrays:
            vectors = vectors @ arrays["CNN_proj/W_proj"] + arrays["CNN_proj/b_proj"]
        return vectors

    def _read(self, direction: int, inputs: Any) -> list[Any]:
        """What each LSTM layer makes of the words in this order."""
        outputs: list[Any] = []
        for layer in range(self.options.layers):
            given = outputs[-1] if outputs else inputs
            out = self._lstm(cell_name(direction, layer), given)
            outputs.append(out + given if outputs and self.options.skip else out)
        return outputs

    def _lstm(self, cell: str, inputs: Any) -> Any:
        import torch

        options, weights, bias = self.options, self.arrays[f"{cell}/W_0"], self.arrays[f"{cell}/B"]
        memory = inputs.new_zeros(len(inputs), options.units)
        out = inputs.new_zeros(len(inputs), options.projection)
        outputs = []
        for word in inputs.unbind(1):
            gates = torch.cat([word, out], 1) @ weights + bias
            let_in, new, kept, let_out = gates.chunk(4, 1)
            memory = (kept + FORGET).sigmoid() * memory + let_in.sigmoid() * new.tanh()
            memory = memory.clamp(-options.cell_clip, options.cell_clip)
            out = let_out.sigmoid() * memory.tanh()
            if options.projected:
                out = (out @ self.arrays[f"{cell}/W_P_0"]).clamp(-options.projection_clip, options.projection_clip)
            outputs.append(out)
        return torch.stack(outputs, 1)


def _backward_places(lengths: Any, words: int) -> Any:
    """[texts, words]: at which place the word stands that is read there from the text's own end; padding stays."""
    import torch

    places = torch.arange(words, device=lengths.device).expand(len(lengths), words)
    turned = lengths[:, None] - 1 - places
    return torch.where(turned < 0, places, turned)

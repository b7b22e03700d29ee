"""A model without a padding token (GPT kinds) is fine-tuned, kept, read again, and reads pairs."""

from pathlib import Path

from core.models.spec import Example, ModelSpec
from core.models.transformer.network import opened
from core.models.transformer.start import Start
from tests.core.models.learning import GOOD, lesson, right, texts_of, trained
from tests.core.models.test_networks import opening
from tests.tiny_models import tiny_model


def spec(folder: Path) -> ModelSpec:
    texts = [text for example in lesson() for text in example.texts]
    path = tiny_model("gpt2", folder / "gpt", texts, spread=False)
    return ModelSpec("GPT", "transformer", str(path), epochs=6, learning_rate=5e-3, batch_size=8)


def test_it_learns_and_is_read_again_the_same(tmp_path: Path) -> None:
    asked = spec(tmp_path)
    network = trained(asked, tmp_path / "model", lesson())
    assert right(network, lesson()) > 0.9
    again = trained(asked, tmp_path / "model", [])
    assert again.predict(texts_of(lesson())) == network.predict(texts_of(lesson()))
    assert again.module.config.pad_token_id == network.module.config.pad_token_id is not None


def test_it_reads_pairs(tmp_path: Path) -> None:
    pairs = [Example((f"a {a} book", f"such {b} food"), "good") for a in GOOD for b in GOOD]
    network = opened(opening(spec(tmp_path)), Start(str(tmp_path / "gpt")))
    said = network.predict([*texts_of(pairs), pairs[1].texts[::-1]])
    assert said[1] != said[-1]

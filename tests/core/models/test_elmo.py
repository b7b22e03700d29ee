"""ELMo says of words what its formulas say, worked out in NumPy apart; and it learns, is kept, and reads pairs."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadInput
from core.models.device import choose
from core.models.elmo.bilm import BiLM
from core.models.elmo.family import fresh, load
from core.models.elmo.reading import ElmoReading, characters, own_means
from core.models.network import ModelContext, Network
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material, ModelSpec
from core.records import Task
from data.models.elmo import elmo_weights
from tests.core.models.learning import LABELS, lesson, right, trained
from tests.core.models.tiny_elmo import OPTIONS, WIDE, layers, tiny_elmo

WORDS = ["The", "naïve", "plan", "x" * 60, "worked", "!"]
SHORT = ["So", "it", "goes"]
CLOSE = 1e-4  # of float32, whose last digits differ from processor to processor


def bilm(folder: Path, **lstm: object) -> BiLM:
    options = OPTIONS | {"lstm": OPTIONS["lstm"] | lstm}
    return BiLM(elmo_weights(tiny_elmo(folder, options)), "cpu")


def read(model: BiLM, *texts: list[str]) -> dict[str, object]:
    return ElmoReading(model, 128, "cpu")([(" ".join(words),) for words in texts], False)


def opened(folder: Path, examples: list[Example], task: Task = Task.CLASSIFICATION) -> Network:
    spec = usual_spec(f"elmo:{tiny_elmo(folder / 'tiny')}")
    plan = family("elmo").plan(spec, task, LABELS, Material(examples))
    return fresh(ModelContext(plan, choose("cpu"), lambda: False, elmo_weights), examples)


@pytest.mark.parametrize(
    "lstm", [{}, {"cell_clip": None, "proj_clip": None}, {"use_skip_connections": False}, {"n_layers": 1}]
)
def test_each_layer_is_what_the_formulas_say(tmp_path: Path, lstm: dict[str, object]) -> None:
    options = OPTIONS | {"lstm": OPTIONS["lstm"] | lstm}
    if lstm.get("cell_clip", 1) is None:
        options["lstm"] |= {"cell_clip": 1e9, "proj_clip": 1e9}  # what none means
    expected = layers(WORDS, options | {"lstm": options["lstm"] | {"use_skip_connections": True}})
    model = bilm(tmp_path, **lstm)
    said = model(**read(model, WORDS))
    if lstm.get("use_skip_connections", True):
        assert len(said) == len(expected)
        assert (
            max(np.abs(layer[0, 1:-1].numpy() - right).max() for layer, right in zip(said, expected, strict=True))
            < CLOSE
        )
    else:
        assert np.abs(said[1][0, 1:-1].numpy() - expected[1]).max() < CLOSE
        assert np.abs(said[2][0, 1:-1].numpy() - expected[2]).max() > 1e-2  # nothing is added


def test_clipping_is_at_work_in_the_test_above() -> None:
    free = OPTIONS | {"lstm": OPTIONS["lstm"] | {"cell_clip": 1e9, "proj_clip": 1e9}}
    assert np.abs(layers(WORDS) - layers(WORDS, free)).max() > 0.1


def test_a_text_is_read_back_from_its_own_end(tmp_path: Path) -> None:
    model = bilm(tmp_path)
    together = read(model, WORDS, SHORT)
    for layer, expected in zip(model(**together), layers(SHORT), strict=True):
        assert np.abs(layer[1, 1:4].numpy() - expected).max() < CLOSE
    means = own_means(model, **together)
    assert np.abs(means[1].numpy() - layers(SHORT).mean(1)).max() < CLOSE
    assert not own_means(model, **read(model, [])).any()  # a text without words


def test_words_are_bytes_between_their_marks() -> None:
    rows = characters("né <S> " + "y" * 99, 3, 50)
    assert [len(row) for row in rows] == [50] * len(rows)
    assert rows[0][:4] == [258, 256, 259, 260] and rows[-1][:4] == [258, 257, 259, 260]
    assert rows[1][:6] == [258, ord("n"), 0xC3, 0xA9, 259, 260]
    assert all(byte < 256 for row in rows[1:-1] for byte in row[1 : row.index(259)])  # a text spells no mark
    assert len(rows) == 5  # three words at most
    assert characters("y" * 99, 3, 50)[1] == [258, *[ord("y")] * 48, 259]


def test_it_learns_and_is_read_again_from_where_it_is_kept(tmp_path: Path) -> None:
    spec = replace(usual_spec(str(tiny_elmo(tmp_path / "tiny", WIDE))), epochs=30, batch_size=8, learning_rate=5e-3)
    first = trained(spec, tmp_path / "kept", lesson(), lesson())
    assert right(first, lesson()) > 0.8  # chance is half
    shutil.rmtree(tmp_path / "tiny")  # what is kept is whole
    again = load(ModelContext(first.opening.plan, choose("cpu"), lambda: False), tmp_path / "kept")
    asked = [example.texts for example in lesson()]
    assert again.predict(asked) == first.predict(asked)


def test_what_is_remembered_of_training_texts_is_what_is_read(tmp_path: Path) -> None:
    import torch

    made = opened(tmp_path, lesson())
    batch = [example.texts for example in lesson()[:5]]
    assert set(made.encode(batch, True)) == {"means"}
    made.module.eval()
    with torch.no_grad():
        assert torch.allclose(made.outputs(batch, training=True), made.outputs(batch), atol=1e-6)
    assert set(made.encode([("another text",)], True)) == {"characters", "lengths"}


def test_a_pair_is_two_texts_and_not_one(tmp_path: Path) -> None:
    pairs = [Example((one.texts[0], lesson()[1].texts[0]), one.label) for one in lesson()]
    made = opened(tmp_path, pairs, Task.PAIR_CLASSIFICATION)
    one, other = pairs[0].texts
    apart, joined, turned = made.predict([(one, other), (f"{one} {other}", ""), (other, one)])
    assert len({apart.probabilities, joined.probabilities, turned.probabilities}) == 3


def test_it_is_named_by_its_folder(tmp_path: Path) -> None:
    folder = tiny_elmo(tmp_path / "small elmo")
    spec = usual_spec(str(folder))
    assert spec == usual_spec(f"elmo:{folder}")
    assert (spec.kind, spec.name, spec.path) == ("elmo", "small elmo", str(folder))
    assert (spec.epochs, spec.batch_size) == (20, 128)  # the paper's Table 9
    assert usual_spec(str(tmp_path)).kind == "transformer"
    assert usual_spec("y" * 5000).kind == "transformer"  # no name of a file
    nothing = ModelSpec("none", "elmo", str(tmp_path))
    with pytest.raises(BadInput, match=r"There is no ELMo in .*; give a folder that holds its options"):
        family("elmo").plan(nothing, Task.CLASSIFICATION, LABELS, Material())
    with pytest.raises(BadInput, match="There is no ELMo in 'nowhere'"):
        family("elmo").check(usual_spec("elmo:nowhere"))

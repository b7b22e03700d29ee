"""An ELMo's two files come from anywhere: what is missing, damaged, too large or elsewhere is said in a sentence."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from core.errors import BadInput, MissingResource
from core.models.registry import family, usual_spec
from data.jobs.job import run_inline
from data.models.elmo import elmo_weights
from data.models.weights import weights_of
from data.runs.scores import run_card, scores
from data.workspace import Workspace
from tests.core.models.tiny_elmo import OPTIONS, WIDE, tiny_elmo
from tests.data.runs.measures.test_similarity_run import evaluated, pairs
from tests.data.runs.run_data import asked, reviews

CELL = "RNN_1/RNN/MultiRNNCell/Cell0/LSTMCell/W_0"
Spoil = Callable[[Path, Path], Any]


def said(part: str, **others: Any) -> Spoil:
    """Write other values into a part of the options."""
    options = OPTIONS | {part: OPTIONS[part] | others}
    return lambda file, _: file.write_text(json.dumps(options), encoding="utf-8")


def stored(name: str, make: Callable[[h5py.File], Any]) -> Spoil:
    """Put another thing in an array's place."""

    def spoil(_: Path, weights: Path) -> None:
        with h5py.File(weights, "r+") as file:
            del file[name]
            make(file)

    return spoil


def outside(file: h5py.File) -> None:
    file["CNN"] = h5py.ExternalLink("other.hdf5", "CNN")


def raw(file: h5py.File) -> None:
    file.create_dataset("char_embed", (261, 5), "f4", external=[("/etc/passwd", 0, 261 * 5 * 4)])


SPOILT: dict[str, tuple[Spoil, str]] = {
    "no options": (lambda options, _: options.unlink(), "There is no ELMo in"),
    "two of them": (lambda options, _: options.with_name("options.json").write_text("{}"), "has 2 files"),
    "no JSON": (lambda options, _: options.write_text("<html>"), "can't be read as JSON"),
    "deep JSON": (lambda options, _: options.write_text("[" * 100_000), "can't be read as JSON"),
    "long JSON": (lambda options, _: options.write_text(" " * (1 << 21) + "{}"), "over 1,048,576 bytes"),
    "a list": (lambda options, _: options.write_text("[]"), "have no part 'char_cnn'"),
    "text for a size": (said("lstm", dim="many"), "set 'dim' to 'many'; it must be a whole number from 1 to 65,536"),
    "a size below 1": (said("lstm", n_layers=0), "set 'n_layers' to '0'"),
    "filters": (said("char_cnn", filters=[[3]]), "set 'filters' to pairs"),
    "a wide filter": (said("char_cnn", filters=[[51, 3]]), r"wider than the longest word \(50 characters\)"),
    "activation": (said("char_cnn", activation="__class__"), "it must be relu or tanh"),
    "clip": (said("lstm", cell_clip=-1), "set 'cell_clip' to '-1'; it must be a number above 0"),
    "memory": (said("lstm", dim=65_536, projection_dim=60_000), "more than 2,000,000,000 parameters"),
    "another size": (said("lstm", dim=24), r"'RNN_0/\S+' in the weights is float32 \(16, 64\)"),
    "no HDF5": (lambda _, weights: weights.write_bytes(b"PK\3\4" * 99), "damaged or is not an HDF5 file"),
    "cut short": (
        lambda _, weights: weights.write_bytes(weights.read_bytes()[:2000]),
        "damaged or is not an HDF5 file",
    ),
    "missing": (stored(CELL, lambda file: None), f"the weights have no '{CELL}'"),
    "a group": (stored(CELL, lambda file: file.create_group(CELL)), "the weights have no"),
    "huge": (stored(CELL, lambda file: file.create_dataset(CELL, (1 << 40, 64), "f4", chunks=(1, 64))), "is float32"),
    "text": (stored("char_embed", lambda file: file.create_dataset("char_embed", data="hello")), "the options need"),
    "not a number": (
        stored("char_embed", lambda file: file.create_dataset("char_embed", data=np.full((261, 5), np.nan))),
        "values that are not finite numbers",
    ),
    "elsewhere": (stored("CNN", outside), "the weights have no 'CNN/W_cnn_0'"),
    "raw elsewhere": (stored("char_embed", raw), "the weights have no 'char_embed'"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_no_elmo_is_said_in_a_sentence(tmp_path: Path, what: str) -> None:
    spoil, reason = SPOILT[what]
    folder = tiny_elmo(tmp_path / "elmo")
    spoil(folder / "elmo_tiny_options.json", folder / "elmo_tiny_weights.hdf5")
    with pytest.raises(BadInput, match=reason) as refused:
        family("elmo").check(usual_spec(f"elmo:{folder}"))
        elmo_weights(folder)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 500


def test_without_h5py_one_is_told_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tiny_elmo(tmp_path)
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MissingResource, match="h5py, which is not installed; run `pip install h5py`"):
        elmo_weights(folder)


@pytest.mark.slow
def test_an_elmo_is_evaluated_and_known_by_its_weights(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace)
    folder = tiny_elmo(tmp_path / "elmo")
    spec = replace(usual_spec(str(folder)), epochs=1)
    before = weights_of(spec)
    run_id = run_inline(workspace, "evaluate", "a run", asked(spec).arguments())
    [model] = run_card(workspace, run_id).models
    assert (model.name, model.trained_on) == ("elmo", 88)
    run_inline(workspace, "evaluate", "the same", asked(spec).arguments())
    assert len(list(workspace.models.glob("*/flinch.json"))) == 1
    tiny_elmo(folder, spread=0.5)
    assert weights_of(spec) != before
    run_inline(workspace, "evaluate", "changed", asked(spec).arguments())
    assert len(list(workspace.models.glob("*/flinch.json"))) == 2


def test_an_elmo_says_numbers_of_pairs(workspace: Workspace, tmp_path: Path) -> None:
    pairs(workspace)
    spec = replace(usual_spec(str(tiny_elmo(tmp_path / "elmo", WIDE))), epochs=20, batch_size=8, learning_rate=3e-3)
    run_id = evaluated(workspace, spec)
    assert run_card(workspace, run_id).models[0].trained_on == 154
    [before] = [s for s in scores(workspace, run_id) if (s.metric, s.perturbation) == ("pearson", "")]
    assert before.value > 0.3

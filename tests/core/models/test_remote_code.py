"""What comes with a model's weights is data: code runs only where it is asked for, and a pickle never does."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.registry import family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.training.recipes import specs_of, trusted
from core.models.transformer.family import fresh
from core.records import Task
from tests.core.models.learning import LABELS
from tests.tiny_models import tiny_model

CODE = """
from pathlib import Path
from transformers import BertConfig, BertForSequenceClassification
Path({marker!r}).write_text("ran")
class OwnConfig(BertConfig):
    model_type = "one-of-its-own"
class Own(BertForSequenceClassification):
    config_class = OwnConfig
"""


def with_code(folder: Path, marker: Path) -> ModelSpec:
    tiny_model("bert", folder, ["a day"])
    (folder / "own.py").write_text(CODE.format(marker=str(marker)), encoding="utf-8")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    named = {"AutoConfig": "own.OwnConfig", "AutoModelForSequenceClassification": "own.Own"}
    config |= {"model_type": "one-of-its-own", "auto_map": named}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return usual_spec(str(folder))


def opened(spec: ModelSpec) -> Network:
    plan = family("transformer").plan(spec, Task.CLASSIFICATION, LABELS, Material())
    return fresh(ModelContext(plan, choose("cpu"), lambda: False), [])


@pytest.mark.parametrize("prefix", ["", "untrained:"])
def test_code_that_comes_with_a_model_runs_only_where_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str
) -> None:
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "modules"))
    marker = tmp_path / "marker"
    spec = with_code(tmp_path / "model", marker)
    spec = replace(spec, path=f"{prefix}{spec.path}")
    with pytest.raises(BadInput, match=r"contains its own code, which Flinch does not run.* --trust-remote-code"):
        opened(spec)
    assert not marker.exists()
    opened(*trusted([spec]))
    assert marker.read_text() == "ran"


def test_trust_is_for_pretrained_models_and_part_of_what_is_trained() -> None:
    cnn, minilm = specs_of(["cnn", "minilm"])
    assert trusted([cnn, minilm]) == (cnn, replace(minilm, remote_code=True))
    assert replace(minilm, remote_code=True).trained_id(Material()) != minilm.trained_id(Material())


def test_a_pickle_in_the_place_of_weights_does_not_run(tmp_path: Path) -> None:
    marker = tmp_path / "marker"

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.write_text, (marker, "ran")

    folder = tiny_model("bert", tmp_path / "model", ["a day"])
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Evil(), protocol=2))
    with pytest.raises(BadInput, match="a pickle that holds more than numbers; Flinch does not open such files"):
        opened(usual_spec(str(folder)))
    assert not marker.exists()


@pytest.mark.parametrize("prefix", ["", "untrained:"])
def test_a_config_that_asks_for_more_than_any_machine_holds_is_refused(tmp_path: Path, prefix: str) -> None:
    folder = tiny_model("bert", tmp_path / "model", ["a day"])
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | {"num_hidden_layers": 10**7}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(BadInput, match="sets num_hidden_layers to 10,000,000; no model has more"):
        opened(usual_spec(f"{prefix}{folder}"))


@pytest.mark.parametrize("harm", ["missing", "renamed", "another shape"])
def test_weights_that_are_not_the_models_are_not_made_up(tmp_path: Path, harm: str) -> None:
    folder = tiny_model("bert", tmp_path / "model", ["a day"])
    weights = load_file(folder / "model.safetensors")
    if harm == "missing":
        weights = {name: held for name, held in weights.items() if "layer.1" not in name}
    elif harm == "renamed":
        weights = {f"net.{name}": held for name, held in weights.items()}
    else:
        weights["bert.embeddings.LayerNorm.weight"] = torch.zeros(7)
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    told = {"missing": "16 of 41", "renamed": "37 of 41", "another shape": "1 of 41"}[harm]
    with pytest.raises(
        BadInput, match=rf"do not fit its config: {told} are missing or have another shape, such as bert"
    ):
        opened(usual_spec(str(folder)))
    opened(usual_spec(f"untrained:{folder}"))


def test_a_model_may_lack_its_pooler_and_have_the_head_of_another_task(tmp_path: Path) -> None:
    folder = tiny_model("bert", tmp_path / "model", ["a day"])
    weights = {n: w for n, w in load_file(folder / "model.safetensors").items() if "pooler" not in n}
    save_file(weights | {"classifier.weight": torch.zeros(9, 32)}, folder / "model.safetensors", {"format": "pt"})
    module = opened(usual_spec(str(folder))).module
    assert module.classifier.weight.shape == (len(LABELS), 32)
    kept = module.bert.encoder.layer[0].output.dense.weight.detach()
    assert torch.equal(kept, weights["bert.encoder.layer.0.output.dense.weight"])


def test_the_command_line_warns_where_code_may_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path))
    asked = ["evaluate", "--dataset", "none", "--model", "minilm", "--perturbation", "negation", "--pps", "1"]
    told = [CliRunner().invoke(app, [*asked, *flag]).stderr for flag in ([], ["--trust-remote-code"])]
    assert ["runs with all your rights" in text for text in told] == [False, True]
    whole = CliRunner().invoke(app, ["evaluate", "--as", "romero", "--trust-remote-code"])
    assert whole.exit_code == 2 and "leave out --trust-remote-code" in whole.stderr

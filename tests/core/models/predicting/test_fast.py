"""Predictions in bf16 that change no label: what is asked again, the margin, what is audited."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.models.device import Device
from core.models.network import Network
from core.models.predicting import compiled
from core.models.predicting.compiled import has_openvino
from core.models.predicting.linear import Linears, bf16_units
from core.models.predicting.precision import AUDITED, SAFETY, Audit, Calibration, gaps
from core.models.predicting.reading import by_tokens, numbered
from tests.core.models.test_company import TEXTS, TRIED, batches_of, difference, network

openvino = pytest.mark.skipif(not has_openvino(), reason="needs `pip install -r requirements-fast.txt`")
FAST = Device("cpu", False, "a processor", fast=True)  # where it has no units torch imitates them


def fast(made: Network) -> Network:
    return replace(made, opening=replace(made.opening, device=FAST))


@pytest.mark.slow
@pytest.mark.parametrize("kind", TRIED)
def test_bf16_changes_no_label_of_any_architecture(tmp_path: Path, kind: str) -> None:
    exact = network(kind, tmp_path)
    expected, half = exact.predict(TEXTS), fast(exact)
    said = half.predict(TEXTS)
    assert [output.label for output in said] == [output.label for output in expected]
    assert difference(said, expected) < 0.05
    audit = half.learnt.calibration.audit
    assert audit.asked == len({one.key for one in exact.encode.encoded(TEXTS)})
    assert [output.label for output in half.predict(TEXTS)] == [output.label for output in expected]
    assert half.learnt.calibration.audit == audit  # what is remembered is not asked again


def test_what_is_close_is_asked_again_and_has_the_probabilities_of_float32() -> None:
    import torch

    exact = network("cnn", Path())
    with torch.no_grad():
        exact.module.head.weight.mul_(1e-3)  # so that all are close
        exact.module.head.bias.zero_()
    half = fast(exact)
    assert difference(half.predict(TEXTS), replace(exact).predict(TEXTS)) < 1e-6
    assert half.learnt.calibration.audit.again == len(TEXTS)


def test_training_forgets_what_was_said_and_measured() -> None:
    made = fast(network("cnn", Path()))
    made.predict(TEXTS)
    sizes = batches_of(made)
    made.predict(TEXTS)
    assert sizes == [] and made.learnt.calibration.seen
    made.module.train()
    made.predict(TEXTS[:1])
    assert sizes and made.learnt.calibration.seen == 1


def test_the_margin_is_three_times_the_largest_movement() -> None:
    import torch

    calibration = Calibration()
    exact = torch.tensor([[1.0, 3.0], [2.0, 2.5]])
    first = calibration.learn(exact + torch.tensor([[7.0, 7.0], [0.0, 0.1]]), exact)
    # centred, the first row does not move; the second moves by .05 up and .05 down
    assert first == Audit(moved=pytest.approx(0.05, abs=1e-6))
    assert calibration.margin == pytest.approx(SAFETY * 0.05, abs=1e-6)
    swapped = calibration.learn(torch.tensor([[2.0, 1.0], [1.0, 1.1]]), torch.tensor([[1.0, 2.0], [1.1, 1.0]]))
    assert (swapped.audited, swapped.wrong) == (2, 1)  # the second was closer than the margin: asked again anyway
    assert calibration.margin == pytest.approx(SAFETY * 1.0)
    assert Calibration().margin == 0.01


def test_a_sample_is_drawn_by_content_and_the_first_ones_are_larger() -> None:
    read = [numbered({"tokens": [n]}, 1) for n in range(5000)]
    calibration = Calibration(seen=256)
    drawn = calibration.sample(read)
    assert len(drawn) / len(read) == pytest.approx(AUDITED, abs=0.006)  # three standard errors
    assert {one.key for one in calibration.sample(read[:2500])} == {one.key for one in drawn} & {
        one.key for one in read[:2500]
    }
    assert len(Calibration().sample(read[:500])) == 64 and len(Calibration(seen=250).sample(read[:50])) == 6


def test_batches_hold_so_many_tokens_longest_first() -> None:
    read = [numbered({"tokens": [n] * n}, n) for n in (3, 9, 5, 5, 2, 1)]
    lengths = [[one.length for one in batch] for batch in by_tokens(read, 10, 4)]
    assert lengths == [[9], [5, 5], [3, 2, 1]]
    assert [[one.length for one in batch] for batch in by_tokens(read, 100, 2)] == [[9, 5], [5, 3], [2, 1]]
    alike = [[one.length for one in batch] for batch in by_tokens(read, 100, 4, exact=True)]
    assert alike == [[9], [5, 5], [3], [2], [1]]
    assert list(by_tokens([], 10, 4)) == []


def test_equal_numbers_under_equal_names_have_one_key() -> None:
    assert numbered({"tokens": [1, 2]}, 2).key == numbered({"tokens": [1, 2]}, 2).key
    keys = {numbered(rows, 2).key for rows in ({"tokens": [1, 2]}, {"tokens": [2, 1]}, {"a": [1], "b": [2]})}
    assert len(keys) == 3


def test_gaps_are_between_the_likeliest_two() -> None:
    import torch

    assert gaps(torch.tensor([[1.0, 4.0, 3.0]])) == [1.0]
    assert gaps(torch.zeros(2, 1)) == [float("inf")] * 2


def test_layers_by_onednn_answer_the_same_and_are_put_back() -> None:
    import torch

    module, linears = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.Linear(32, 3, bias=False)), Linears()
    rows = torch.randn(5, 7, 64)
    with torch.inference_mode():
        expected = module(rows)
        with linears.by_onednn(module, half=False):
            assert torch.allclose(module(rows), expected, atol=1e-5)
        if bf16_units():
            with linears.by_onednn(module, half=True):
                assert torch.allclose(module(rows).float(), expected, atol=0.05)
        assert torch.equal(module(rows), expected)


def test_an_audit_adds_up_and_says_what_it_found() -> None:
    both = Audit(100, 10, 4, 1, 0.02) + Audit(50, 5, 2, 0, 0.03)
    assert both == Audit(150, 15, 6, 1, 0.03)
    assert "150 token sequences in bf16, 15 of them repeated" in both.in_words
    assert "in an audit of 6 sequences, bf16 would have changed 1 label " in both.in_words
    assert Audit(150, 15).in_words.startswith(
        "150 token sequences in bf16, 15 of them repeated in float32; too few for an audit"
    )
    assert Audit().in_words == ""


@pytest.mark.parametrize("most", [0, 1 << 30])
def test_layers_in_order_sum_a_row_alike_in_any_company(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    import torch

    from core.models.predicting import linear

    monkeypatch.setattr(linear, "MOST", most)
    torch.manual_seed(0)
    module, linears = torch.nn.Sequential(torch.nn.Linear(384, 1536), torch.nn.Linear(1536, 384)), Linears()
    rows = torch.randn(2048, 384)
    with torch.inference_mode(), linears.by_onednn(module, half=False):
        whole = module(rows)
        assert all(torch.equal(module(rows[:many]), whole[:many]) for many in (4, 5, 31, 64, 333, 1024))


def test_weights_that_have_changed_are_put_in_order_anew() -> None:
    import torch

    module, linears, row = torch.nn.Sequential(torch.nn.Linear(8, 4)), Linears(), torch.randn(4, 8)
    with torch.no_grad(), linears.by_onednn(module, half=False):
        before = module(row)
    with torch.no_grad():
        module[0].weight.mul_(2)
        module[0].bias.mul_(2)
    with torch.no_grad(), linears.by_onednn(module, half=False):
        assert torch.allclose(module(row), 2 * before)


@openvino
@pytest.mark.parametrize("kind", ["bert", pytest.param("distilbert", marks=pytest.mark.slow)])
def test_openvino_answers_in_bf16_under_the_same_policy(tmp_path: Path, kind: str) -> None:
    exact = network(kind, tmp_path)
    half = fast(exact)
    said, expected = half.predict(TEXTS), exact.predict(TEXTS)
    assert [output.label for output in said] == [output.label for output in expected]
    assert 0 < difference(said, expected) < 0.05
    audit = half.take_audit()
    assert audit.openvino == audit.asked > 100 and "by OpenVINO" in audit.in_words
    assert half.learnt.linears._ordered.keys() == {False}  # torch put no bf16 weights in order


@openvino
def test_openvino_comes_in_when_training_is_over_and_follows_the_weights(tmp_path: Path) -> None:
    import torch

    made = fast(network("bert", tmp_path))
    made.module.train()
    made.predict(TEXTS[:20])
    assert made.take_audit().openvino == 0  # a step may follow
    made.predict(TEXTS[20:60])
    first = made.learnt.compiled.ask
    assert first and made.take_audit().openvino == 40 and made.learnt.calibration.seen == 40  # a margin of its own
    with torch.no_grad():
        for weight in made.module.parameters():
            weight.mul_(1.5)
    said = made.predict(TEXTS[:60])
    assert made.learnt.compiled.ask is not first
    assert difference(said, replace(made, opening=network("bert", tmp_path).opening).predict(TEXTS[:60])) < 0.05


@openvino
def test_what_openvino_converts_wrongly_is_told_and_asked_by_torch(capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    class Frozen(torch.nn.Module):
        """Its tracing takes the number of tokens for a constant."""

        def forward(self, tokens: torch.Tensor) -> torch.Tensor:
            return torch.stack([tokens.sum(1).float(), torch.full((len(tokens),), float(tokens.shape[1]))], 1) * 1.0

    long, short = torch.ones(2, 9, dtype=torch.int64), torch.ones(4, 3, dtype=torch.int64)
    made, module = compiled.Compiled(), Frozen().eval()
    assert not made.follow(module, "mine", {"tokens": long}, {"tokens": short}) and made.ask is None
    told = capsys.readouterr().out
    assert told == "OpenVINO can't convert mine, so torch runs it in bf16.\n"
    assert not made.follow(module, "mine", {"tokens": long}, {"tokens": short})  # tried once
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@openvino
def test_openvino_reports_to_nobody() -> None:
    """Its package would tell Intel of each import."""
    script = (
        "import sys, torch; from core.models.predicting.compiled import Compiled;"
        "rows = {'input': torch.ones(4, 3, dtype=torch.int64)};"
        "made = Compiled(); made.follow(torch.nn.Embedding(5, 2).eval(), 'it', rows, rows);"
        "print(made.ask is not None, [name for name in sys.modules if name.startswith('openvino_telemetry.')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "True []\n"

"""GPUs as the driver lists them."""

from pathlib import Path

import pytest

from data.setup.device_seen import gpus_seen

INFORMATION = "Model: \t\t NVIDIA H200\nIRQ:   \t\t 123\nDevice Minor: \t 0\n"


def test_gpus_are_named_by_their_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert gpus_seen(tmp_path) == []
    (tmp_path / "0000:01:00.0").mkdir()
    (tmp_path / "0000:01:00.0" / "information").write_text(INFORMATION)
    assert gpus_seen(tmp_path) == ["NVIDIA H200"]
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")  # hides them from torch too
    assert gpus_seen(tmp_path) == []

"""Models kept by versions that wrote `weights.pt` and `vocabulary.json`: converted when they are first read."""

from pathlib import Path

WEIGHTS, VOCABULARY = "weights.pt", "vocabulary.json"


def with_safetensors(folder: Path) -> Path:
    """The folder, with a `weights.safetensors` beside a `weights.pt` that has none; the older files stay."""
    new = folder / "weights.safetensors"
    if (folder / WEIGHTS).exists() and not new.exists():
        import torch
        from safetensors.torch import save_file

        partial = new.with_suffix(".part")
        weights = torch.load(folder / WEIGHTS, map_location="cpu", weights_only=True)
        save_file(weights, partial, {"vocabulary": (folder / VOCABULARY).read_text(encoding="utf-8")})
        partial.replace(new)
    return folder

"""Which pretrained weights a model starts from, by their content: a folder that changed is another model."""

from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path

from core.errors import BadInput
from core.hints.similarity import default_model
from core.models.spec import ModelSpec
from core.models.training.recipes import FROM_HUB
from core.models.transformer.family import MINILM
from core.models.transformer.start import start_of
from data.models.hub import HUB_SECONDS, answers

CONFIG = "config.json"


def weights_of(spec: ModelSpec) -> str:
    """The digest of the files in the model's folder, or its revision on the hub; "" where it starts from nothing.

    Where the hub can't be reached it is the revision that was fetched before, "" for none: then nothing can be loaded.
    Raises BadInput for a folder that is none of a model: it may hold all that there is on this machine.
    """
    if not spec.path:
        return ""
    start = start_of(spec.path)
    if start.path == MINILM or start.is_folder:
        folder = default_model() if start.path == MINILM else Path(start.path)
        if spec.kind in FROM_HUB and not (folder / CONFIG).is_file():
            raise BadInput(f"The folder {spec.path!r} has no {CONFIG}, so it is not a model; give a model's folder.")
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return _digest(folder, tuple((path, path.stat().st_size, path.stat().st_mtime_ns) for path in files))
    return _revision(start.path) if spec.kind in FROM_HUB else ""


@cache
def _digest(folder: Path, files: tuple[tuple[Path, int, int], ...]) -> str:
    """Read once in a process for files of the same sizes and times."""
    digest = sha256()
    for path, size, _ in files:
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            file_digest(file, lambda: digest)  # goes on with it
    return digest.hexdigest()[:20]


@cache
def _revision(name: str) -> str:
    from huggingface_hub import HfApi, try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        if answers():
            return HfApi().model_info(name, timeout=HUB_SECONDS).sha or ""
    except Exception as error:  # whatever the network, the hub or an odd name leads to
        print(f"The hub did not give the revision of {name!r}: {error}", flush=True)
    try:
        cached = try_to_load_from_cache(name, "config.json")
    except HFValidationError:
        return ""
    return Path(cached).parent.name if isinstance(cached, str) else ""

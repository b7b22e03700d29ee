"""A dependency parser where one is on this machine: the spaCy pipeline of the workspace, or one that is named."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import MissingResource
from core.text.analysed import AnalysedText, Parser
from data.workspace import Workspace

NAMED = "FLINCH_PARSER"  # a pipeline that is installed, or its folder
FOLDER = "parser"  # of the workspace
INSTALL = "`pip install -r requirements-parser.txt`"
MAKE_IT = "`python -m tools.parser TRAIN.conllu DEV.conllu TEST.conllu`"
NEEDED = ("tok2vec", "transformer", "parser")  # of a pipeline's parts


def pipeline() -> str:
    """The name or folder of the pipeline that is used; "" where there is none."""
    folder = Workspace.current().root / FOLDER
    return os.environ.get(NAMED, "") or (str(folder) if folder.exists() else "")


def parser() -> Parser:
    """The parser of the pipeline that is used.

    Raises MissingResource where spaCy or the pipeline is absent, can't be loaded or has no parser.
    """
    return _parser(pipeline())


@cache
def _parser(name: str) -> Parser:
    nlp = _load_pipeline(name)

    def heads(text: AnalysedText) -> Sequence[int]:
        from spacy.tokens import Doc

        words = [token.text.encode("utf-8", "replace").decode() for token in text.tokens]
        if len(words) > 1 and text.source.isupper():
            words = [word.lower() for word in words]
        ends = [token.end for token in text.tokens]
        spaces = [text.source[end : end + 1].isspace() for end in ends]
        return [token.head.i for token in nlp(Doc(nlp.vocab, [word.replace("’", "'") for word in words], spaces))]

    return heads


def _load_pipeline(name: str) -> Any:
    if not name:
        raise MissingResource(
            f"There is no parser in the workspace; make one from UD English EWT with {MAKE_IT}, or set {NAMED} to a "
            "spaCy pipeline or its folder."
        )
    try:
        import spacy
    except ModuleNotFoundError as error:
        raise MissingResource(f"spaCy is not installed; {INSTALL} adds it.") from error
    try:
        nlp = spacy.load(Path(name) if Path(name).exists() else name)
    except Exception as error:  # of a damaged pipeline anything may be raised
        reason = " ".join(str(error).split())[:120]
        raise MissingResource(
            f"{name!r} is not a spaCy pipeline that can be loaded ({reason}); set {NAMED} to one, or make one with "
            f"{MAKE_IT}."
        ) from error
    if "parser" not in nlp.pipe_names:
        parts = ", ".join(nlp.pipe_names) or "none"
        raise MissingResource(
            f"The spaCy pipeline {name!r} has no parser among its parts ({parts}); set {NAMED} to one with a parser."
        )
    nlp.select_pipes(enable=[part for part in NEEDED if part in nlp.pipe_names])
    return nlp

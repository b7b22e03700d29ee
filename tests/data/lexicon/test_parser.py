"""The parser: spaCy's own code on a pipeline made here, and what is said where there is none that can be used."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from core.design import Condition
from core.errors import MissingResource
from core.perturbations.conditions import parse_condition
from core.perturbations.perturber import Perturber
from core.perturbations.registry import every_perturbation
from core.text.analysed import AnalysedText
from data.lexicon.parser import parser
from data.lexicon.resources import resources, tagger
from data.setup.doctor import dependency_parser
from data.variants.versions import code
from data.workspace import Workspace
from tests.core.strategies import TEXTS

OPTIONAL = [p.name for p in every_perturbation() if p.optional]
TEXT = "She quickly bought red apples, because he sold."


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path))
    monkeypatch.delenv("FLINCH_PARSER", raising=False)
    return Workspace.current()


@pytest.fixture(scope="session")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline with a parser that has learnt nothing, so that its trees are any."""
    from spacy import blank  # takes a second, which not every worker needs

    nlp = blank("en")
    parts = nlp.add_pipe("parser")
    for label in ("nsubj", "obj"):
        parts.add_label(label)
    nlp.initialize()
    folder = tmp_path_factory.mktemp("pipelines") / "untrained"
    nlp.to_disk(folder)
    return folder


def said() -> str:
    with pytest.raises(MissingResource) as caught:
        Perturber(tagger(), resources()).text(TEXT, *parse_condition("tree_preorder"), 0)
    return str(caught.value)


def test_without_a_parser_a_sentence_says_the_command_that_makes_one(workspace: Workspace) -> None:
    assert "python -m tools.parser TRAIN.conllu DEV.conllu TEST.conllu" in said()
    assert dependency_parser(workspace).ok and "no parser" in dependency_parser(workspace).summary


def test_a_folder_that_is_no_pipeline_is_told(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    (workspace.root / "parser").mkdir()
    assert said().startswith(f"{str(workspace.root / 'parser')!r} is not a spaCy pipeline that can be loaded")
    assert not dependency_parser(workspace).ok
    monkeypatch.setenv("FLINCH_PARSER", "no_such_pipeline")
    assert said().startswith("'no_such_pipeline' is not a spaCy pipeline that can be loaded")


def test_a_pipeline_without_a_parser_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spacy import blank

    blank("en").to_disk(tmp_path / "blank")
    monkeypatch.setenv("FLINCH_PARSER", str(tmp_path / "blank"))
    assert "has no parser among its parts (none); set FLINCH_PARSER to one with a parser." in said()


def test_without_spacy_a_sentence_says_how_to_get_it(untrained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_PARSER", str(untrained) + "/.")
    monkeypatch.setitem(sys.modules, "spacy", None)
    assert said() == "spaCy is not installed; `pip install -r requirements-parser.txt` adds it."


def test_a_pipeline_in_the_workspace_is_found_and_known_to_what_it_makes(
    workspace: Workspace, untrained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = code()
    (workspace.root / "parser").symlink_to(untrained)
    assert code() != without
    assert str(workspace.root / "parser") in dependency_parser(workspace).summary
    heads = parser()(AnalysedText(TEXT))
    assert len(heads) == 10 and all(0 <= head < 10 for head in heads)
    assert parser()(AnalysedText("")) == []


@pytest.mark.parametrize("name", OPTIONAL)
@given(text=TEXTS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tree_of_any_text_gives_a_permutation(
    name: str, untrained: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("FLINCH_PARSER", str(untrained))
    step: Condition = parse_condition(name)
    made = Perturber(tagger(), resources()).text(text, *step, 0)
    if made:
        assert "".join(piece.text for piece in sorted(made.pieces)) == text
        assert made.perturbed != text and made == Perturber(tagger(), resources()).text(text, *step, 0)

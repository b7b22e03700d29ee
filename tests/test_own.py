"""What a user registers from Python: perturbations, models, and files that every process loads."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import ceil
from pathlib import Path
from typing import Any

import pytest

import flinch
from core.errors import BadInput
from core.identity import code_id
from core.models.called import family
from core.perturbations import registry
from core.perturbations.faults import faults_of
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from data.lexicon.resources import perturber
from data.plugins import SETTING, _package, is_plugin, load_plugins, plugin_versions
from data.variants.versions import code
from data.workspace import Workspace
from tests.command_line import command_line

ROOT = Path(__file__).parents[1]
PROGRAMS = dict(
    re.findall(
        r"^## ([^\n]*)\n(?:(?!^## ).)*?^```python\n(.*?)```",
        (ROOT / "docs" / "python.md").read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)
"""What the page has under each heading."""
PERTURBATION, MODEL = PROGRAMS["My own perturbation in a grid"], PROGRAMS["Everywhere"]
TEN_WORDS = "one two three four five six seven eight nine ten"
WORDS = flinch.perturbation(level="word", unit="pps", alters_meaning=False)


@pytest.fixture
def registering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is registered meanwhile is forgotten."""
    flinch.perturbations()
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
        patch.setattr(family, "_KEPT", {})
        yield
    for cached in (registry.perturbations, registry.under_other_rules, perturber):
        cached.cache_clear()


def rewritten(text: str, known: registry.Perturbation, value: float | str, seed: int) -> Rewrite | None:
    return perturber().text(text, known.name, known.severity(value), seed, text)


def emphasis(text: AnalysedText, amount: int, draws: Draws) -> Rewrite | None:
    """Puts random words between asterisks."""
    edits = [Piece(start, end, f"*{text.source[start:end]}*") for start, end in draws.sample(text.words, amount)]
    return Rewrite.of(text.source, edits) if edits else None


def test_an_own_perturbation_is_found_perturbs_and_keeps_what_it_owes(registering: None) -> None:
    WORDS(emphasis)
    assert "emphasis" in {known.name for known in flinch.perturbations()}
    made = flinch.perturb("One long day.", "emphasis@1")
    assert made and made.perturbed.count("*") == 2
    assert flinch.check_perturbation("emphasis") == flinch.check_perturbation(emphasis) == []
    with pytest.raises(BadInput, match=r"is not registered; put @flinch\.perturbation"):
        flinch.check_perturbation(lambda text, amount, draws: None)
    with pytest.raises(BadInput, match=r"texts='A zebra\.' is not a list of texts; give a list of str\."):
        flinch.check_perturbation("emphasis", "A zebra.")


def test_what_an_own_perturbation_breaks_is_said(registering: None) -> None:
    calls = count()

    def broken(text: AnalysedText, amount: int, draws: Draws) -> Rewrite:
        """Breaks what it can."""
        if not text.source:
            raise KeyError("no text")
        end = len(text.source)
        return Rewrite.of(text.source, [Piece(0, 0, f"{next(calls)} "), Piece(end, end, "!")])

    WORDS(broken)
    found = "\n".join(flinch.check_perturbation("broken"))
    for fault in (
        "It fails at 1 on '' and 7 more: KeyError",
        "Two identical calls differ at 1 on ' ' and 87 more: ",
        "It makes 2 edits at 1 on ' ' and 21 more: ",  # eleven texts, two seeds
    ):
        assert fault in found, fault
    with pytest.raises(BadInput, match=r"broken fails on '' \(KeyError: 'no text'\); fix the perturbation and try it"):
        flinch.perturb("", "broken@1")


def test_a_perturbation_that_returns_no_rewrite_is_named_with_what_it_returned(registering: None) -> None:
    def shouting(text: AnalysedText, amount: int, draws: Draws) -> Rewrite | None:
        """Shouts."""
        return text.source.upper()  # type: ignore[return-value]

    WORDS(shouting)
    with pytest.raises(BadInput, match=r"shouting fails on 'a' \(TypeError: it returned str, not Rewrite or None\)"):
        flinch.perturb("a", "shouting@1")


def test_what_changes_none_of_our_texts_may_be_tried_on_others(registering: None) -> None:
    def upper_zebra(text: AnalysedText, amount: int, draws: Draws) -> Rewrite | None:
        """Shouts of zebras."""
        at = text.source.find("zebra")
        return Rewrite.of(text.source, [Piece(at, at + 5, "ZEBRA")]) if at >= 0 else None

    WORDS(upper_zebra)
    assert flinch.check_perturbation(upper_zebra) == [
        "It changes none of the texts; give other texts, which it should change, as `texts`."
    ]
    assert flinch.check_perturbation(upper_zebra, ["A zebra ran."]) == []


def shouting_words(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts every word in capitals, whatever was asked for."""
    return Rewrite.of(text.source, [Piece(start, end, text.source[start:end].upper()) for start, end in text.words])


def shouting_texts(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the text in capitals by one edit."""
    return Rewrite.of(text.source, [Piece(0, len(text.source), text.source.upper())])


@pytest.mark.parametrize("function", [shouting_words, shouting_texts])
@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (
            "percent-words",
            r"It touches 10 of 10 words at 5 on 'one .* and 3 more: this is more than the severity",
        ),
        (
            "percent-characters",
            r"It touches (39|48) of 48 characters at 5 .* and 3 more: ",
        ),
        (
            "probability",
            r"It touches 100 % of the words on average at 0.05 and 1 more: chance does",
        ),
    ],
)
def test_what_changes_everything_is_told_that_this_was_not_asked(
    registering: None, function: Callable[..., Rewrite | None], unit: str, told: str
) -> None:
    flinch.perturbation(level="word", unit=unit, alters_meaning=False)(function)
    [found] = faults_of(function.__name__, rewritten, [TEN_WORDS])
    assert re.match(told, found)


@pytest.mark.parametrize("unit", ["percent-words", "percent-characters", "probability"])
def test_rounding_up_and_fair_draws_are_no_fault(registering: None, unit: str) -> None:
    def shouted(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
        """Puts as many words in capitals as was asked for, and one at least by percentage."""
        share = amount if unit == "probability" else amount / 100
        hit = draws.hits(len(text.words), share) if unit == "probability" else range(ceil(len(text.words) * share))
        edits = [Piece(start, end, text.source[start:end].upper()) for start, end in (text.words[n] for n in hit)]
        return Rewrite.of(text.source, edits)

    flinch.perturbation(level="word", unit=unit, alters_meaning=False)(shouted)
    assert flinch.check_perturbation(shouted) == []


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (
            [(0, 99, "q")],
            r"It has a piece from 0 to 99 at 1 on 'one .*' and 7 more: a piece must lie",
        ),
        ([(-1, 48, "q")], "It has a piece from -1 to 48"),
        (
            [(0, 48, TEN_WORDS), (0, 3, "q")],
            "It has pieces that overlap at 1 on 'one .* and 7 more: a character",
        ),
        ([(0, 47, "q")], "Its pieces do not cover the text at 1 on 'one .* and 7 more: unedited words"),
        (
            [(0, 48, f"{TEN_WORDS[:-3]}10")],
            "At least half the words of an edit stay the same at 1 .* and 7 more",
        ),
        (
            [(0, 48, TEN_WORDS.upper())],
            "One edit replaces the whole text at 1 on 'one .* and 7 more: make one Piece",
        ),
    ],
)
def test_pieces_that_fit_no_text_and_edits_that_take_in_too_much_are_told(
    registering: None, pieces: list[tuple[int, int, str]], told: str
) -> None:
    def cutting(text: AnalysedText, amount: int, draws: Draws) -> Rewrite:
        """Cuts the text as it is told."""
        return Rewrite(text.source, tuple(Piece(*piece) for piece in pieces))

    WORDS(cutting)
    [found] = faults_of("cutting", rewritten, [TEN_WORDS])
    assert re.match(told, found)


def test_an_edit_of_a_phrase_and_words_that_change_places_are_no_fault(registering: None) -> None:
    def phrase(text: AnalysedText, amount: int, draws: Draws) -> Rewrite:
        """Swaps the first and the last word, or has "know" for "do not know"."""
        if text.source == TEN_WORDS:
            return Rewrite.moved(text.source, text.words, [9, *range(1, 9), 0])
        return Rewrite.of(text.source, [Piece(5, 16, "know")])

    WORDS(phrase)
    assert faults_of("phrase", rewritten, [TEN_WORDS, "They do not know her."]) == []


def test_a_changed_function_makes_other_variants(registering: None) -> None:
    def again(text: AnalysedText, amount: int, draws: Draws) -> None:
        """Does nothing."""

    again.__name__ = "emphasis"
    before = code()
    WORDS(emphasis)
    own = code()
    WORDS(again)
    assert len({before, own, code()}) == 3


def test_the_same_code_is_the_same_wherever_it_lies() -> None:
    one, same, other = dict[str, Any](), dict[str, Any](), dict[str, Any]()
    for place, body in ((one, "x + 1"), (same, "x + 1"), (other, "x + 2")):
        exec(f"def made(xs): return [{body} for x in xs]", place)
    assert code_id(one["made"]) == code_id(same["made"]) != code_id(other["made"])


@pytest.mark.parametrize(
    ("level", "unit", "told"),
    [
        ("words", "pps", "There is no level 'words'; choose character, word"),
        ("word", "percent", "There is no unit 'percent'; choose pps"),
    ],
)
def test_what_can_not_be_registered_is_said(level: str, unit: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        flinch.perturbation(level=level, unit=unit, alters_meaning=False)


def test_names_of_ours_and_functions_without_a_word_are_refused(registering: None) -> None:
    def negation(text: AnalysedText, amount: int, draws: Draws) -> None:
        """Mine."""

    def silent(text: AnalysedText, amount: int, draws: Draws) -> None: ...

    with pytest.raises(BadInput, match="Flinch already has a perturbation 'negation'"):
        WORDS(negation)
    with pytest.raises(BadInput, match="The perturbation 'silent' has no docstring"):
        WORDS(silent)
    with pytest.raises(BadInput, match="Flinch already has a model minilm"):
        flinch.model("minilm")


@pytest.mark.parametrize(
    ("unit", "values", "told"),
    [
        ("pps", (1, 9), "`values` contains 9; for a perturbation in pps each must be 1, 2, 3 or 4."),
        ("percent-words", [0], "contains 0; for a perturbation in percent-words each must be more than 0, at most 100"),
        ("percent-characters", ("5",), "`values` contains '5'; for .* each must be more than 0, at most 100"),
        ("probability", (0.5, 2), "contains 2; for a perturbation in probability each must be more than 0, at most 1"),
        ("probability", 0.5, "`values` must be a list of severities, such as .*; 0.5 is not."),
        ("pps", "12", "`values` must be a list of severities, such as .*; '12' is not."),
    ],
)
def test_values_that_the_unit_does_not_take_are_refused_at_once(unit: str, values: Any, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        flinch.perturbation(level="word", unit=unit, alters_meaning=False, values=values)


@pytest.mark.parametrize("given", [3, "emphasis", None, partial(emphasis), dict])
def test_what_is_no_function_is_refused_in_a_sentence(given: Any) -> None:
    for kind, register in (("perturbation", WORDS), ("metric", flinch.metric())):
        with pytest.raises(
            BadInput, match=rf"is not a function with a name; put @flinch\.{kind}\(...\) above a `def`."
        ):
            register(given)


@pytest.mark.parametrize("name", ["", " ", 3, None, emphasis])
def test_a_model_needs_a_name(name: Any) -> None:
    with pytest.raises(
        BadInput, match=r"A model needs a name, for example @flinch\.model\(\"mine\"\); .* is not a name\."
    ):
        flinch.model(name)


def test_a_model_by_name_answers_and_another_function_is_another_model(registering: None, tmp_path: Path) -> None:
    texts = flinch.samples(["so fine!", "so dull"] * 20, ["good", "bad"] * 20)
    found = []
    for function in (lambda text: "good" if "fine" in text else "bad", lambda text: "bad"):
        flinch.model("mine")(function)
        run = flinch.evaluate(texts, "mine", "word_deletion@1", workspace=tmp_path)
        scored = flinch.scores(run, workspace=tmp_path)
        found.append(next(s.value for s in scored if (s.metric, s.perturbation) == ("accuracy", "")))
        run = flinch.evaluate(texts, function, "word_deletion@1", workspace=tmp_path)
        assert run.models[0].name == "mine"
        assert flinch.predict("mine", ["so fine!"], run=run, workspace=tmp_path)[0].label == function("so fine!")
    assert found == [1.0, 0.5]


def test_a_plugin_that_can_not_be_loaded_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0", encoding="utf-8")
    for name, why in (("bad.py", "ZeroDivisionError: division by zero"), ("none.py", "No such file")):
        monkeypatch.setenv(SETTING, str(tmp_path / name))
        with pytest.raises(BadInput, match=f"{name}.*can't be loaded .{why}"):
            load_plugins()
        done = command_line("perturbations")
        assert done.returncode == 1 and "fix it, or remove it from FLINCH_PLUGINS" in done.stderr


def test_without_the_variable_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SETTING, raising=False)
    assert load_plugins() == () and plugin_versions() == {}


def test_a_package_is_loaded_by_its_entry_point_and_named_with_its_version_and_its_files(
    registering: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "our_edits"
    package.mkdir()
    (package / "__init__.py").write_text(MODEL, encoding="utf-8")
    (package / "words.txt").write_text("one", encoding="utf-8")
    for name, points in (("our-edits", "[flinch]\nedits = our_edits\n"), ("without", "")):
        known = tmp_path / f"{name.replace('-', '_')}-1.2.dist-info"
        known.mkdir()
        (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8")
        (known / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(SETTING, "our-edits")
    [before], [again], [after] = (loaded_anew(package / "words.txt", held) for held in ("one", "one", "two"))
    assert re.fullmatch("1.2 [0-9a-f]{12}", before) and before == again != after
    assert is_plugin("our_edits") and not is_plugin("our_other")
    assert "shouting" in family._KEPT
    for name, told in (("without", "has no entry point"), ("absent", "is not installed")):
        monkeypatch.setenv(SETTING, name)
        with pytest.raises(BadInput, match=told):
            load_plugins()


def test_of_a_package_within_a_shared_one_only_its_own_files_count(
    registering: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / "everybody" / name).mkdir(parents=True)
        (tmp_path / "everybody" / name / "__init__.py").write_text("", encoding="utf-8")
    known = tmp_path / "within-3.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: within\nVersion: 3\n", encoding="utf-8")
    (known / "entry_points.txt").write_text("[flinch]\nedits = everybody.mine\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(SETTING, "within")
    before = loaded_anew(tmp_path / "everybody" / "theirs" / "words.txt", "one")
    assert loaded_anew(tmp_path / "everybody" / "theirs" / "words.txt", "two") == before
    assert loaded_anew(tmp_path / "everybody" / "mine" / "words.txt", "two") != before


def loaded_anew(path: Path, content: str) -> list[str]:
    """What plugins are known as once this file of one holds this."""
    path.write_text(content, encoding="utf-8")
    _package.cache_clear()
    return [*plugin_versions().values()]


def test_files_of_one_name_from_two_folders_are_told_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = [tmp_path / folder / "mine.py" for folder in ("one", "other", "third")]
    for path, held in zip(paths, ("here = 1", "here = 2", "here = 1"), strict=True):
        path.parent.mkdir()
        path.write_text(held, encoding="utf-8")
    monkeypatch.setenv(SETTING, os.pathsep.join(map(str, [*paths, paths[0]])))
    known = plugin_versions()
    assert list(known) == ["plugin mine.py", "plugin mine.py (2)", "plugin mine.py (3)"]
    assert len({*known.values()}) == 2
    monkeypatch.setenv(SETTING, os.pathsep.join(map(str, reversed(paths))))
    assert plugin_versions() == known, "the order in which they are named makes no difference"


def test_the_file_of_the_workspace_and_relative_paths_are_found_from_everywhere(
    registering: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    workspace = Workspace(tmp_path / "workspace").prepare()
    (workspace.root / "flinch_plugins.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "mine.py").write_text(PERTURBATION.partition("print(")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(SETTING, os.pathsep.join(("workspace", "mine.py")))
    loaded = load_plugins(workspace)
    assert [plugin.name for plugin in loaded] == [str(workspace.root / "flinch_plugins.py"), str(tmp_path / "mine.py")]
    assert len(set(plugin_versions().values())) == 2
    monkeypatch.chdir("/")
    assert load_plugins() == loaded
    assert is_plugin(registry.find("emphasis").rewrite.__module__)


@pytest.mark.slow
def test_plugins_are_known_to_commands_and_their_workers_and_named_in_cards(tmp_path: Path) -> None:
    home = Workspace(tmp_path / "workspace").prepare()
    (home.root / "flinch_plugins.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "mine.py").write_text(PERTURBATION.partition("print(")[0], encoding="utf-8")
    listed = os.pathsep.join(("workspace", "mine.py"))
    environment = os.environ | {SETTING: listed, "FLINCH_WORKSPACE": str(home.root)}
    grid = "perturb-dataset demo-sentiment --perturbation emphasis@2 --workers 2"
    evaluated = "evaluate --dataset demo-sentiment --model shouting --perturbation emphasis@1 --limit 60"
    for command in (grid, evaluated, "card latest", "doctor"):
        asked = [sys.executable, str(ROOT / "cli.py"), *command.split()]
        done = subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0 or command == "doctor", done.stderr
        if command in ("card latest", "doctor"):
            said = done.stdout.replace("\\", "")  # a card is Markdown
            assert "mine.py" in said and "flinch_plugins.py" in said


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_of_the_page_run(program: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "FLINCH_WORKSPACE": str(tmp_path / "workspace")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    if "check_perturbation" in program:
        assert done.stdout.splitlines()[0] == "keeps what it owes"

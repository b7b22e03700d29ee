"""What an endpoint is asked, which label its answer names, and which addresses are refused."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from core.models.endpoint.prompt import label_in, prompt
from core.models.predictor import Texts
from core.models.registry import family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.training.recipes import asked_by, specs_of
from core.records import Task
from tests.core.models.learning import LABELS, lesson

PATH = "endpoint:http://127.0.0.1:8000/v1#small-chat"


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("good", "good"),
        (" **Good**.\n", "good"),
        ("The label is: bad", "bad"),
        ("bad, or rather good", None),  # names two
        ("goodness", None),
        ("", None),
        ("no idea", None),
        ("<think>\nIt could be bad.\n</think>\n\ngood", "good"),
        ("It could be bad.\n</think>\n\ngood", "good"),  # where the template opened the thought
        ('{"label": "Good"}', "good"),
        ('<think>{}</think> {"label": "bad"}', "bad"),
        ('{"label": "good", "why": "it is not bad"}', "good"),
        ('{"label": ["good"]}', "good"),  # named all the same
        ("[" * 100_000, None),
        ("<think>It could be bad, or", None),  # cut off before it answered
        ('```json\n{"label": "good", "why": "nothing is bad"}\n```', "good"),
        ('{"label": "good"} as nothing in it is bad', "good"),
        ("{} bad", "bad"),
        ("It is not good.", None),
        ("It isn’t a very good one.", None),
        ("non-bad", None),
        ("not bad, rather good", "good"),
        ("“Good”", "good"),
    ],
)
def test_an_answer_is_a_label_or_none(answer: str, label: str | None) -> None:
    assert label_in(answer, LABELS) == label


@pytest.mark.parametrize(
    ("answer", "labels", "label"),
    [
        ("very good", ("good", "very good"), "very good"),
        ("It is very good.", ("good", "very good"), "very good"),
        ("very good, or just good", ("good", "very good"), None),  # names both
        ("it is C++", ("C", "C++"), "C++"),
        ("C++", ("C", "C++"), "C++"),
        ("Not positive", ("positive", "not positive"), "not positive"),
        ("The text is not positive.", ("positive", "not positive"), "not positive"),
        ("Not entailment", ("entailment", "not_entailment"), "not_entailment"),
        ("this is not entailment", ("entailment", "not_entailment"), "not_entailment"),
        ("not_entailment", ("entailment", "not-entailment"), "not-entailment"),
        ("score: -1", ("-1", "0", "1"), "-1"),
        ('{"label": "area (3)"}', ("area (2)", "area (3)"), "area (3)"),  # whose name ends in what may stand around it
        ("**area (3)**.", ("area (2)", "area (3)"), "area (3)"),
        ("it is [NEG], then", ("[NEG]", "[POS]"), "[NEG]"),
        ("[neg]", ("[NEG]", "[POS]"), "[NEG]"),
        ("!", ("!", "?"), "!"),
        ("...", ("!", "?"), None),
        ("a b", ("a_b", "a-b"), None),  # could be either
    ],
)
def test_a_label_that_holds_another_is_told_from_it(answer: str, labels: tuple[str, ...], label: str | None) -> None:
    assert label_in(answer, labels) == label


@pytest.mark.parametrize(
    ("texts", "shown"), [(("a {labels} day",), "a {labels} day"), (("so", "no"), "Text 1: so\nText 2: no")]
)
def test_a_prompt_has_the_labels_and_the_text_as_it_is(texts: Texts, shown: str) -> None:
    assert prompt("{labels}? {text}", texts, LABELS) == f"bad, good? {shown}"


def test_an_endpoint_is_found_by_its_address_and_named_after_its_model() -> None:
    assert usual_spec(PATH) == ModelSpec("small-chat", "endpoint", PATH)
    assert usual_spec("some/bert").kind == "transformer"


@pytest.mark.parametrize(
    "path",
    [
        "endpoint:",
        "endpoint:ftp://host#m",
        "endpoint:http://host/v1?key=secret",
        "endpoint:http://me:secret@host/v1#m",
        "endpoint:http://me:secret@host/v1",
    ],
)
def test_what_is_no_address_or_says_a_password_is_refused(path: str) -> None:
    with pytest.raises(BadInput, match="no address of an endpoint") as refused:
        family("endpoint").check(usual_spec(path))
    if "secret" in path:
        assert "secret" not in str(refused.value)


def test_the_prompt_and_the_labels_decide_which_model_it_is_and_what_it_might_learn_from_does_not() -> None:
    def digest(spec: ModelSpec, labels: tuple[str, ...] = LABELS, material: Material = Material()) -> str:  # noqa: B008
        return family("endpoint").plan(spec, Task.CLASSIFICATION, labels, material).digest

    usual = usual_spec(PATH)
    assert digest(usual, material=Material(lesson())) == digest(usual)
    others = [digest(replace(usual, prompt="{text}")), digest(usual, LABELS[::-1]), digest(usual_spec(PATH + "2"))]
    others.append(digest(replace(usual, answer_tokens=4000)))  # what was cut off before is asked again
    assert len({digest(usual), *others}) == 5
    with pytest.raises(BadInput, match=r"has no \{text\}"):
        digest(replace(usual, prompt="Which label?"))


def test_endpoints_that_serve_a_model_of_one_name_are_told_apart_by_where_they_are() -> None:
    paths = [f"endpoint:http://{host}/v1#m" for host in ("localhost:8000", "localhost:8001", "10.0.0.2")]
    named = [spec.name for spec in specs_of([*paths, "endpoint:http://localhost:8000/v1#other", "cnn"])]
    assert named == ["m (localhost:8000)", "m (localhost:8001)", "m (10.0.0.2)", "other", "CNN"]
    assert [spec.name for spec in specs_of([paths[0], paths[0]])] == ["m", "m"]  # the same one twice


@pytest.mark.parametrize("path", ["endpoint:http://localhost/v1", "endpoint:http://localhost/v1#"])
def test_an_address_without_a_model_is_said_so(path: str) -> None:
    with pytest.raises(BadInput, match="does not name a model; write the model's name after the address"):
        family("endpoint").check(usual_spec(path))


def test_only_endpoints_get_a_prompt() -> None:
    asked, trained = asked_by("{text}", 4000, specs_of([PATH, "cnn"]))
    assert (asked.prompt, asked.answer_tokens, trained) == ("{text}", 4000, usual_spec("cnn"))

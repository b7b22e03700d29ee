"""Endpoints are asked over HTTP, by a server that speaks the protocol."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from threading import Barrier

import httpx2
import pytest

from core.errors import BadInput
from data.endpoints.answers import ANSWERS, ChatAnswer, cost_in_words, kept
from data.endpoints.chat import AT_ONCE, IN_A_ROW, LIMITED, LONGEST, PAUSE, TRIES, ChatEndpoint
from data.endpoints.client import retry_after
from data.endpoints.keys import KEY, KEYS
from tests.core.models.learning import silent
from tests.data.endpoints.chat_server import ChatServer, chat_server

PROMPTS = [f"prompt {n}" for n in range(40)]


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server(lambda prompt: prompt.split()[-1]) as at_work:
        yield at_work


def endpoint(server: ChatServer, folder: Path) -> ChatEndpoint:
    return ChatEndpoint(server.url, "small-chat", folder, 32, pause=0.001)


def stopping() -> Callable[[], None]:
    """A check that raises InterruptedError the second time that it is called."""
    checked: list[int] = []

    def stop() -> None:
        checked.append(1)
        if len(checked) == 2:
            raise InterruptedError

    return stop


def test_each_prompt_is_asked_once_and_answers_keep_their_order(server: ChatServer, tmp_path: Path) -> None:
    together = Barrier(AT_ONCE)  # no request is answered before so many wait

    def answer(prompt: str) -> str:
        together.wait(60)
        return prompt.split()[-1]

    server.answer = answer
    asked = endpoint(server, tmp_path)
    assert asked.answers(PROMPTS * 2, silent) == [str(n) for n in range(40)] * 2
    assert len(server.asked) == 40
    assert server.together == AT_ONCE
    assert endpoint(server, tmp_path).answers(PROMPTS[::-1], silent) == [str(n) for n in range(39, -1, -1)]
    assert len(server.asked) == 40  # from disk
    first = next(body for body in server.asked if body["messages"][0]["content"] == "prompt 0")
    assert first == {
        "model": "small-chat",
        "messages": [{"role": "user", "content": "prompt 0"}],
        "temperature": 0,
        "max_tokens": 32,
    }
    # 40 prompts of 2 words, answers of 1; "7" is the only label
    words = cost_in_words(tmp_path, lambda answer: answer == "7")
    assert words == (
        "40 prompts answered so far, 80 tokens read, 40 written; 39 answers named no label and count as (no label)"
    )


def test_a_limit_of_a_minute_is_waited_out_where_the_endpoint_says_no_more() -> None:
    assert sum(min(PAUSE * 2**tried, LONGEST) for tried in range(LIMITED - 1)) > 2 * 60


def test_the_endpoint_says_how_long_to_wait() -> None:
    def told(**headers: str) -> float | None:
        return retry_after(httpx2.Headers({name.replace("_", "-"): value for name, value in headers.items()}))

    in_half_a_minute = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 28 < (told(Retry_After=in_half_a_minute) or 0) <= 30
    assert told(Retry_After="Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert told(Retry_After="12.5") == 12.5
    assert told(retry_after_ms="2500", Retry_After="3") == 2.5
    assert [told(), told(Retry_After="soon"), told(Retry_After="-3")] == [None] * 3


def test_an_endpoint_that_wants_to_be_left_alone_for_an_hour_is(server: ChatServer, tmp_path: Path) -> None:
    server.troubles = [(429, {"Retry-After": "3600"})] * LIMITED
    with pytest.raises(BadInput, match=r"failed once: 429 .*; the endpoint asks Flinch to wait 3,600 seconds"):
        endpoint(server, tmp_path).answers(["prompt 1"], silent)
    assert len(server.asked) == 1


def test_who_waits_for_an_endpoint_can_stop(server: ChatServer, tmp_path: Path) -> None:
    server.troubles = [(429, {"Retry-After": "300"})]
    with pytest.raises(InterruptedError):
        endpoint(server, tmp_path).answers(["prompt 1"], stopping())


def test_a_reply_that_is_no_answer_is_asked_for_again(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.odd = [b'{"choices": [{"mess', b"<html>", b'{"error": {"message": "upstream is down", "code": 502}}']
    assert endpoint(server, tmp_path).answers(["prompt 1"], silent) == ["1"]
    assert (
        "the endpoint's answer does not follow the OpenAI chat protocol: upstream is down; Flinch asks again"
        in capsys.readouterr().out
    )


def test_the_text_of_an_answer_in_parts_counts_and_what_it_thought_does_not(server: ChatServer, tmp_path: Path) -> None:
    parts = [{"type": "thinking", "thinking": "bad, perhaps"}, {"type": "text", "text": "go"}]
    server.answer = lambda prompt: [*parts, {"type": "text", "text": "od"}]
    assert endpoint(server, tmp_path).answers(["prompt 1"], silent) == ["good"]


@pytest.mark.parametrize("usage", [{"prompt_tokens": "many"}, {"prompt_tokens": None}, [7], {"prompt_tokens": -4}])
def test_tokens_that_were_not_counted_are_not_told_as_none(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usage: object
) -> None:
    monkeypatch.setenv("FLINCH_TOKEN_PRICES", "1 1")
    server.usage = usage
    endpoint(server, tmp_path).answers(["prompt 1"], silent)
    assert cost_in_words(tmp_path, bool).startswith("1 prompts answered so far, number of tokens not reported; ")
    server.usage = None
    endpoint(server, tmp_path).answers(["prompt 2"], silent)
    told = (
        "2 prompts answered so far, 2 tokens read, 1 written (cost 0.0000, at 1 and 1 per million), "
        "not including 1 prompt without a token count"
    )
    assert cost_in_words(tmp_path, bool).startswith(told)


def test_a_prompt_that_an_endpoint_refuses_does_not_cost_the_others(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda prompt: '{"label": "good"}'
    server.objection = lambda prompt: "filtered by our policy" if prompt in ("prompt 0", "prompt 20") else ""
    said = held_to(server, tmp_path).answers(PROMPTS, silent)
    assert [n for n, answer in enumerate(said) if not answer] == [0, 20]
    assert "2 prompts were refused (for example: 400 (filtered by our policy))" in cost_in_words(tmp_path, bool)
    unheld = [body["messages"][0]["content"] for body in server.asked if "response_format" not in body]
    assert {*unheld} <= {"prompt 0", "prompt 20"}  # which was not to blame
    asked = len(server.asked)
    assert held_to(server, tmp_path).answers(["prompt 0", "prompt 1"], silent) == ["", '{"label": "good"}']
    assert len(server.asked) == asked + 3  # prompt 0 twice, held to the labels or not, and one that was answered before
    server.objection = lambda prompt: "no such model"
    with pytest.raises(BadInput, match=r"failed once: 400 \(no such model\)"):
        held_to(server, tmp_path).answers(["prompt 0", "prompt 1"], silent)
    server.objection = lambda prompt: "" if prompt in ("a", "z") else "closed for today"
    asked = len(server.asked)
    with pytest.raises(BadInput, match=r"failed 1\d\d times: 400 \(closed for today\)"):
        held_to(server, tmp_path / "new").answers(["a", *(f"b {n}" for n in range(9 * IN_A_ROW)), "z"], silent)
    assert len(server.asked) < asked + 2 * IN_A_ROW


@pytest.mark.parametrize("code", [408, 409, 429, 500, 503])
def test_what_passes_is_tried_again(server: ChatServer, tmp_path: Path, code: int) -> None:
    server.troubles = [(code, {"Retry-After": "0"}), (code, {}), (code, {"Retry-After": "soon"})]
    assert endpoint(server, tmp_path).answers(["prompt 1"], silent) == ["1"]
    assert len(server.asked) == 4


def test_what_does_not_pass_is_said_and_answers_so_far_are_kept(server: ChatServer, tmp_path: Path) -> None:
    asked = endpoint(server, tmp_path)
    asked.answers(["prompt 1"], silent)
    server.troubles = [(429, {})] * LIMITED
    with pytest.raises(BadInput, match=r"failed 9 times: 429 .*; check the address, the model 'small-chat'"):
        asked.answers(["prompt 2"], silent)
    server.troubles = [(500, {})] * TRIES
    with pytest.raises(BadInput, match=r"failed 5 times: 500 "):
        asked.answers(["prompt 2"], silent)
    server.troubles = [(401, {})]
    with pytest.raises(BadInput, match="failed once: 401"):
        asked.answers(["prompt 2"], silent)
    assert [answer.text for answer in kept(tmp_path, ChatAnswer)] == ["1"]


def test_a_check_that_raises_stops_between_requests(server: ChatServer, tmp_path: Path) -> None:
    with pytest.raises(InterruptedError):
        endpoint(server, tmp_path).answers(PROMPTS, stopping())
    assert len(server.asked) == len(list(kept(tmp_path, ChatAnswer))) == 4 * AT_ONCE
    with (tmp_path / ANSWERS).open("a") as file:
        file.write('["prompt 39", "3')  # a crash cut the line short
    assert endpoint(server, tmp_path).answers(PROMPTS, silent)[-1] == "39"


def test_answers_are_each_on_the_disk_with_a_checksum(server: ChatServer, tmp_path: Path) -> None:
    assert endpoint(server, tmp_path).answers(["prompt 1", "prompt 2", "prompt 3"], silent) == ["1", "2", "3"]
    texts = [answer.text for answer in kept(tmp_path, ChatAnswer)]  # in the order in which the server answered
    first, second, third = (tmp_path / ANSWERS).read_text().splitlines(keepends=True)
    (tmp_path / ANSWERS).write_text("".join([first, second.replace(f'"{texts[1]}"', '"5"'), third]))
    assert [answer.text for answer in kept(tmp_path, ChatAnswer)] == [texts[0], texts[2]]
    assert endpoint(server, tmp_path).answers(["prompt 1", "prompt 2", "prompt 3"], silent) == ["1", "2", "3"]
    assert len(server.asked) == 4


def test_the_key_is_sent_and_written_nowhere(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = endpoint(server, tmp_path)
    monkeypatch.delenv(KEY, raising=False)
    asked.answers(["prompt 1"], silent)
    monkeypatch.setenv(KEY, "sk-very-secret")
    asked.answers(["prompt 2"], silent)
    assert server.keys == [None, "Bearer sk-very-secret"]
    server.troubles = [(403, {})] * 2
    with pytest.raises(BadInput) as refused:
        asked.answers(["prompt 3"], silent)
    assert "secret" not in str(refused.value) + repr(asked) + (tmp_path / ANSWERS).read_text()


def test_each_host_gets_its_own_key_and_no_other(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY, raising=False)
    host = server.url.split("/")[2]
    for keys, sent in (
        (f"api.example.org=sk-other {host}=sk-mine", "Bearer sk-mine"),
        ("api.example.org=sk-other 127.0.0.1=sk-any-port", "Bearer sk-any-port"),
        ("api.example.org=sk-other", None),
    ):
        monkeypatch.setenv(KEYS, keys)
        server.answer = lambda prompt: "it is sk-other"
        assert endpoint(server, tmp_path).answers([f"for {keys}"], silent) == ["it is ***"]
        assert server.keys[-1] == sent
    monkeypatch.setenv(KEYS, "sk-secret")
    with pytest.raises(BadInput, match="write host=key for each host") as refused:
        endpoint(server, tmp_path).answers(["prompt x"], silent)
    assert "secret" not in str(refused.value)


def test_a_redirection_does_not_take_the_key_elsewhere(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, "sk-very-secret")
    with chat_server(str) as elsewhere:
        server.troubles = [(302, {"Location": f"{elsewhere.url}/chat/completions"})]
        with pytest.raises(BadInput, match="302"):
            endpoint(server, tmp_path).answers(["prompt 1"], silent)
        assert not elsewhere.asked


def test_what_is_no_chat_protocol_and_nobody_at_home_are_said(server: ChatServer, tmp_path: Path) -> None:
    server.troubles = [(200, {})] * TRIES
    with pytest.raises(BadInput, match="the endpoint's answer does not follow the OpenAI chat protocol"):
        endpoint(server, tmp_path).answers(["prompt 1"], silent)
    gone = ChatEndpoint("http://127.0.0.1:9/v1", "small-chat", tmp_path, 32, pause=0.001)
    with pytest.raises(BadInput, match=r"failed 5 times: .*refused"):
        gone.answers(["prompt 1"], silent)
    assert cost_in_words(tmp_path / "none", bool) == ""


def test_settings_that_a_newer_model_refuses_are_renamed_or_left_out(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.refusals = {
        "max_tokens": "Unsupported parameter: 'max_tokens' is not supported; use 'max_completion_tokens' instead.",
        "temperature": "Unsupported value: 'temperature' does not support 0 with this model.",
    }
    assert endpoint(server, tmp_path).answers(PROMPTS, silent) == [str(n) for n in range(40)]
    taken = [body for body in server.asked if not server.refusals.keys() & body.keys()]
    assert len(taken) == 40 and {body["max_completion_tokens"] for body in taken} == {32}
    assert len(server.asked) <= 40 + 2 * AT_ONCE  # what was refused once is not sent again
    assert capsys.readouterr().out.count("accepts no temperature") == 1
    assert "the endpoint accepts no temperature, so answers to the same text may differ by chance" in cost_in_words(
        tmp_path, bool
    )
    server.refusals = {"max_tokens": "Unrecognized request argument supplied: max_tokens"}
    assert endpoint(server, tmp_path / "other").answers(["prompt 1"], silent) == ["1"]
    server.refusals = {"model": "The model 'small-chat' does not exist."}
    with pytest.raises(BadInput, match=r"failed once: 400 \(The model 'small-chat' does not exist\.\)"):
        endpoint(server, tmp_path).answers(["prompt x"], silent)


def test_what_is_thought_aloud_takes_no_room_from_the_answer(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda prompt: f"<think>{'It could be. ' * 500}</think>{prompt.split()[-1]}"
    asked = ChatEndpoint(server.url, "deep", tmp_path, 4000)
    assert asked.answers(["prompt 1"], silent) == ["1"]
    assert server.asked[0]["max_tokens"] == 4000


def held_to(server: ChatServer, folder: Path) -> ChatEndpoint:
    return ChatEndpoint(server.url, "small-chat", folder, 32, ("bad", "good"), pause=0.001)


def test_an_answer_is_asked_for_that_is_one_of_the_labels(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda prompt: '{"label": "good"}'
    assert held_to(server, tmp_path).answers(["prompt 1"], silent) == ['{"label": "good"}']
    schema = server.asked[0]["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["label"]["enum"] == ["bad", "good"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (400, "This response_format type is unavailable now"),
        (400, "the request is not understood"),  # some say no more
        (500, "This model does not support response format `json_schema`."),
    ],
)
def test_an_endpoint_that_can_not_be_held_to_the_labels_is_asked_without(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: int, said: str
) -> None:
    server.refusals, server.refused = {"response_format": said}, code
    assert held_to(server, tmp_path).answers(PROMPTS, silent) == [str(n) for n in range(40)]
    assert len(server.asked) <= 40 + AT_ONCE
    assert "The endpoint can't limit answers to labels" in capsys.readouterr().out

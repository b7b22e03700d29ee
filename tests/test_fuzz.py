"""Anything at all goes through every perturbation: no crash, an end in good time, and memory that does not grow."""

import gc
import tracemalloc

import pytest

from core.perturbations.perturber import Perturber
from core.perturbations.registry import Perturbation, perturbations
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from data.lexicon.resources import perturber, resources, tagger
from tools.bench.fuzz import chunk, fault, run
from tools.bench.fuzzed_texts import fuzzed

CHUNK = 500
AGAIN = 80
SIZES = {"20-kb": 20_000, "100-kb": 100_000}
ALL = pytest.mark.parametrize("perturbation", perturbations(), ids=lambda p: p.name)
SENTENCE = "He did n't see that it is 25 miles to Paris , the best city of all , because of the rain . "
LONG = {
    "sentences": SENTENCE,
    "words": "word ",
    "one word": "x",
    "addresses": "a.b@",
    "no verb": "The red plane parked near houses . ",  # but one that may be
    "marks": "?! ",
    "nothing": " ",
    "one sentence": "he does not know that ",
}


@pytest.mark.slow
def test_fuzzed_texts_pass_through_every_perturbation() -> None:
    outcome = chunk(range(CHUNK))
    assert outcome.failures == ()
    assert outcome.texts == CHUNK
    assert outcome.perturbed > CHUNK


@pytest.mark.slow
def test_many_fuzzed_texts_pass_through_every_perturbation() -> None:
    for start in range(CHUNK, 5_000, CHUNK):
        assert chunk(range(start, start + CHUNK)).failures == ()


def test_the_fuzzed_texts_are_of_all_kinds_and_the_same_each_time() -> None:
    texts = [fuzzed(number) for number in range(1_000)]
    assert texts == [fuzzed(number) for number in range(1_000)]
    assert len(set(texts)) > 900
    assert "" in texts
    assert max(map(len, texts)) > 1_000
    characters = set("".join(texts))
    assert len(characters) > 3_000
    assert {"\x00", "\n", "\u0301", "\u200d", "\u202e", "ß"} < characters
    assert not any("\ud800" <= character <= "\udfff" for character in characters)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("part", LONG.values(), ids=LONG)
def test_long_lines_end(part: str, size: int) -> None:
    """Soon, that is: what takes the square of the length would need half a minute at 100 KB, hours at a megabyte."""
    text = part * (size // len(part))
    analysed = {tagged: perturber().analyse(text, tagged) for tagged in (True, False)}
    for perturbation in perturbations():
        drawn = Draws.seeded(perturbation.name, part)
        loaded = {name: resources()[name] for name in perturbation.resources}
        weakest = perturbation.severities[:1] if size < 100_000 else ()
        for severity in {*weakest, perturbation.severities[-1]}:
            made = perturbation(analysed[perturbation.needs_tags], severity, drawn, **loaded)
            assert made is None or not made.applied or not fault(text, made)


@ALL
def test_an_empty_text_is_not_applicable(perturbation: Perturbation) -> None:
    for severity in perturbation.severities:
        assert perturber().text("", perturbation.name, severity, 0) is None


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_texts() -> None:
    fresh = Perturber(tagger(), resources(), remembered=8)

    def go(start: int) -> int:
        for number in range(start, start + AGAIN):
            text = fuzzed(number)
            for perturbation in perturbations():
                fresh.text(text, perturbation.name, perturbation.severities[0], 0, key=text)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first = go(50_000)  # with the tables that fill at the beginning
        later = [go(50_000 + AGAIN * i) for i in range(1, 4)]
    finally:
        tracemalloc.stop()
    assert later[-1] - first < 3_000_000  # the tagger keeps a bounded table of words, 1 KB each


def test_faults_are_found() -> None:
    assert fault("one two", Rewrite("one two", (Piece(0, 3, "1"),))) == "its pieces are not the text"
    assert fault("one two", Rewrite.of("one two", ())) == "nothing changed"
    assert fault("one two", Rewrite.of("one two", [Piece(0, 1, "\ud83d")])) == "half of a character came out"
    assert fault("one two", Rewrite.of("one two", [Piece(0, 1, "O")])) == ""
    assert fault("one two", None) == ""


@pytest.mark.slow
def test_the_bench_says_what_it_found() -> None:
    said: list[str] = []
    run(said.append, texts=40)
    assert said[0].startswith("  40 fuzzed texts through")
    assert "failures: 0" in said[1]
    assert "MB at the start" in said[3]


@ALL
def test_half_of_a_character_does_not_stop_it(perturbation: Perturbation) -> None:
    for text in ("a lone \ud800 half of a character is not here", "\udfff", "He \ud83d walks to Paris ."):
        for severity in perturbation.severities:
            made = perturber().text(text, perturbation.name, severity, 0)
            assert made is None or fault(text, made) in ("", "half of a character came out")

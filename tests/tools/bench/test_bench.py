"""Which benches run, and that one that can't be run keeps no other from running."""

from pathlib import Path

import pytest

from core.errors import BadInput, MissingResource
from tools.bench.bench import BENCHES, Options, chosen, measure
from tools.bench.output import Spread, milliseconds, percentile


@pytest.mark.parametrize(
    ("names", "peers", "expected"),
    [
        ([], False, "perturb fuzz grammar hints store desk app"),
        ([], True, "perturb peers fuzz grammar hints store desk app"),
        (["hints", "perturb"], True, "hints perturb peers"),
        (["perturb"], False, "perturb"),
        (["grammar"], True, "grammar"),
        (["peers", "perturb"], True, "peers perturb"),
    ],
)
def test_the_benches_that_run(names: list[str], peers: bool, expected: str) -> None:
    assert chosen(names, peers) == expected.split()


def test_each_bench_is_a_module_and_gets_the_options_it_takes() -> None:
    options = Options(peers="a", fuzzed=7)
    assert options.of("fuzz") == {"texts": 7, "seconds": 60}
    assert options.of("grammar") == options.of("peers") == {"peers": Path("a"), "nltk_data": None}
    assert options.of("store") == {}
    assert Options(files={"CoLA": ["b"]}).of("faithful") == {"files": {"CoLA": [Path("b")]}}
    assert Options(texts=9, repeats=2).of("evaluate") == {"texts": 9, "repeats": 2}
    assert all(f"{module}.".startswith(f"tools.bench.{name}.") for name, module in BENCHES.items())


@pytest.mark.slow
def test_what_one_bench_lacks_keeps_no_other_from_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LTP_PATH", str(tmp_path))
    monkeypatch.delenv("FLINCH_LANGUAGETOOL_URL", raising=False)
    (tmp_path / "texts").write_text("label\tHe bought an old car .\n")
    lines: list[str] = []
    with pytest.raises(MissingResource, match="Not measured: grammar; "):
        measure(["grammar", "fuzz"], tmp_path / "texts", lines.append, Options(fuzzed=2))
    assert lines[1] == "1 sentences: texts"
    tables = "\n".join(lines).split("\n\n")[1:]
    assert [table.splitlines()[0] for table in tables] == ["grammar", "fuzz"]
    assert "LanguageTool" in tables[0] and "2 fuzzed texts" in tables[1]
    with pytest.raises(BadInput, match="Failed: peers; "):
        measure(["peers"], tmp_path / "texts", lines.append, Options())


def test_spreads_and_percentiles_by_hand() -> None:
    assert Spread.of([4, 1, 3, 2]) == Spread(1.75, 2.5, 3.25)
    hundred = list(range(100, 0, -1))
    assert [percentile(hundred, percent) for percent in (1, 50, 95, 95.5, 100)] == [1, 50, 95, 96, 100]
    assert percentile([7], 95) == 7
    assert milliseconds("key", [1, 2, 30], "keys").split() == ["key", "2.0", "ms", "30.0", "ms", "3", "keys"]
    assert "none of the keys" in milliseconds("key", [], "keys")

"""Who may import whom and who may reach outside: the rooms of the design, read off the code itself."""

from pathlib import Path

import pytest

from tests.layers import ORDER, ROOMS, circle, import_faults, order_faults, outside_faults

ROOT = Path(__file__).parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        *sorted(ROOT.glob("*.py")),
        *(p for room in sorted(ROOMS) for p in sorted((ROOT / room).rglob("*.py"))),
    )
}


@pytest.mark.parametrize("path", SOURCES)
def test_a_module_imports_only_what_its_room_may(path: str) -> None:
    assert import_faults(path, SOURCES[path]) == []


def test_core_and_curation_touch_no_files_no_network_and_no_other_programs() -> None:
    assert [fault for path, source in SOURCES.items() for fault in outside_faults(path, source)] == []


@pytest.mark.parametrize("room", ORDER)
def test_arrows_between_folders_point_down(room: str) -> None:
    assert order_faults(room, SOURCES) == []


@pytest.mark.parametrize("room", ORDER)
def test_no_folders_go_round_in_a_circle(room: str) -> None:
    assert circle(room, SOURCES) == []


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("core/text/x.py", "def f():\n    import duckdb.typing", "core/text/x.py imports duckdb"),
        ("core/text/x.py", "from data.tables import rows", "core/text/x.py imports data"),
        ("curation/x.py", "class A:\n    import pages", "curation/x.py imports pages"),
        ("data/runs/x.py", "from streamlit import x", "data/runs/x.py imports streamlit"),
        ("pages/x.py", "def f():\n    from torch import nn", "pages/x.py imports torch"),
        ("app.py", "import core.errors", "app.py imports core"),
        ("data/x.py", "if True:\n    import torch", "data/x.py imports torch outside a function"),
        ("core/x.py", "with a:\n    import harper", "core/x.py imports harper outside a function"),
        ("core/x.py", "from .errors import BadInput", "core/x.py imports .errors.BadInput: name the whole path"),
    ],
)  # fmt: skip
def test_a_planted_import_is_caught(path: str, source: str, fault: str) -> None:
    assert import_faults(path, source) == [fault]


def test_an_import_for_types_or_inside_a_function_is_fine() -> None:
    assert import_faults("core/x.py", "if TYPE_CHECKING:\n    import duckdb") == []
    assert import_faults("core/x.py", "def f():\n    import torch") == []


@pytest.mark.parametrize(
    ("source", "reached"),
    [
        ("def f(path):\n    with open(path) as file: ...", "open"),
        ("def f(path):\n    path.open('w')", "open"),
        ("def f(path):\n    path.write_text('x')", "write_text"),
        ("def f(path):\n    remove = path.unlink", "unlink"),
        ("def f(path):\n    path.parent.mkdir(parents=True)", "mkdir"),
        ("from urllib.request import Request", "urllib"),
        ("def f():\n    import requests", "requests"),
        ("def f():\n    from socket import create_connection", "socket"),
        ("import http.client", "http"),
        ("def f():\n    import subprocess", "subprocess"),
        ("def f():\n    from os import path", "os"),
        ("def f(os):\n    return os.environ['HOME']", "environ"),
    ],
)
def test_a_planted_way_outside_is_caught_in_core_and_curation_alone(source: str, reached: str) -> None:
    for path in ("core/metrics/x.py", "curation/x.py"):
        assert outside_faults(path, source) == [f"{path} reaches outside: {reached}"]
    assert outside_faults("data/store/x.py", source) == []


CIRCLE = {
    "core/text/a.py": "from core.english.b import b",
    "core/english/b.py": "from core.lexicon.c import c",
    "core/lexicon/c.py": "import core.text.a",
}


def test_a_planted_circle_is_caught() -> None:
    assert set(circle("core", CIRCLE)) == {"text", "english", "lexicon"}
    assert circle("core", CIRCLE | {"core/lexicon/c.py": "def f():\n    import core.text.a"}) == []


@pytest.mark.parametrize("source", ["from core.perturbations.x import x", "def f():\n    import core.perturbations.x"])
def test_a_planted_arrow_up_is_caught(source: str) -> None:
    up = {"core/text/a.py": source, "core/perturbations/x.py": "from core.text.a import a"}
    caught = ["core/text/a.py imports from core/perturbations, which does not stand below it"]
    assert order_faults("core", up) == caught
    assert order_faults("core", up | {"core/text/a.py": "from core.errors import BadInput"}) == []


def test_a_folder_that_is_not_in_the_table_and_an_arrow_between_neighbours_are_caught() -> None:
    strangers = {"data/attic/x.py": "", "data/formats/x.py": "from data.jobs import y", "data/jobs/y.py": ""}
    assert order_faults("data", strangers) == [
        "data/attic is not in the table of rooms",
        "data/formats/x.py imports from data/jobs, which does not stand below it",
    ]

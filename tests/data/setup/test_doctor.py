"""The doctor on a healthy workspace and on sick ones, and LanguageTool fetched from a server of our own."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.errors import BadInput, MissingResource
from data.hints.java_server import JAVA_NEEDED, java_version
from data.setup.doctor import grammar, packages, python, room, similarity, unmet, writable
from data.setup.languagetool_install import install_languagetool
from data.store import Store
from data.store.health import database, journal, variants
from data.workspace import Workspace
from tests.data.store.store_data import CELL, write_job

needs_java = pytest.mark.skipif(java_version() < JAVA_NEEDED, reason=f"needs Java {JAVA_NEEDED}")


def test_what_is_needed_here_is_here(workspace: Workspace) -> None:
    findings = [check(workspace) for check in (python, packages, similarity, writable, room)]
    assert [finding for finding in findings if not finding.ok or finding.remedy] == []


def test_an_absent_and_an_old_package_are_named(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("# comment\nno-such-package>=1,<2\nnumpy>=99,<100  # why\npyarrow>=1,<99\n")
    absent, old = unmet(file)
    assert absent == "no-such-package is not installed"
    assert old.startswith("numpy ") and old.endswith("is not <100,>=99")


def test_a_workspace_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    finding = writable(Workspace(tmp_path / "file"))
    assert not finding.ok and "can't be written" in finding.summary


def test_a_server_that_does_not_answer_is_named(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_LANGUAGETOOL_URL", "http://127.0.0.1:9")
    finding = grammar(workspace)
    assert not finding.ok and finding.summary == "no LanguageTool server answers at http://127.0.0.1:9"


def test_a_stand_in_is_called_one(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FLINCH_LANGUAGETOOL_URL", raising=False)
    monkeypatch.setenv("LTP_PATH", str(tmp_path))
    finding = grammar(workspace)
    assert finding.ok and finding.summary.startswith("Harper stands in")


def test_a_new_an_open_and_a_healthy_database(workspace: Workspace) -> None:
    assert database(workspace).summary == "there is none yet; the app makes it"
    store = Store.open(workspace)
    assert database(workspace) == type(database(workspace))("database", True, "in use by this app")
    store.close()
    assert database(workspace).summary == "0 candidates, 0 decisions"
    assert journal(workspace).ok


def test_a_damaged_database_and_a_damaged_journal_are_named(workspace: Workspace) -> None:
    workspace.database.write_bytes(b"no database" * 1000)
    workspace.journal.write_text("{}\nno decision\n")
    assert not database(workspace).ok and "--rebuild" in database(workspace).remedy
    assert not journal(workspace).ok


def test_a_file_of_texts_that_is_gone_is_named_and_said_at_the_desk(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(5)))
    file = workspace.variants / "job-1" / f"{CELL.condition.key}.parquet"
    aside = file.rename(workspace.root / "aside.parquet")
    with pytest.raises(BadInput, match=r"can.t be read.*prepare"):
        store.desk(CELL, "ann")
    store.close()
    finding = variants(workspace)
    assert not finding.ok and file.name in finding.summary
    aside.rename(file)
    assert variants(workspace).ok
    store = Store.open(workspace)
    assert len(store.desk(CELL, "ann")) == 5
    store.close()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder served over HTTP in the place of language-tool-python's download host, and an empty LTP_PATH."""
    served = tmp_path / "served"
    served.mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=str(served))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("LTP_DOWNLOAD_HOST_NEW_RELEASES", f"http://127.0.0.1:{server.server_address[1]}/")
        monkeypatch.setattr(
            "language_tool_python.download_lt.BASE_URL_NEW_RELEASES", f"http://127.0.0.1:{server.server_address[1]}/"
        )
        monkeypatch.setenv("LTP_PATH", str(tmp_path / "copies"))
        yield served
        server.shutdown()


def archive(host: Path) -> str:
    """Put a small archive on the host; its hash."""
    path = host / "LanguageTool-6.8.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("LanguageTool-6.8/languagetool-server.jar", b"jar" * 1000)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@needs_java
@pytest.mark.slow
def test_languagetool_is_fetched_and_its_size_told(host: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LTP_DOWNLOAD_SHA256_6_8", archive(host))
    told: list[tuple[int, int]] = []
    jar = install_languagetool(lambda done, total: told.append((done, total)))
    size = (host / "LanguageTool-6.8.zip").stat().st_size
    assert jar.read_bytes() == b"jar" * 1000
    assert told[-1] == (size, size) and told[0][1] == size
    assert install_languagetool(lambda done, total: pytest.fail("it is there already")) == jar


@needs_java
@pytest.mark.slow
def test_another_archive_than_the_expected_one_is_refused(host: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive(host)
    with pytest.raises(MissingResource, match="checksum mismatch"):
        install_languagetool(lambda done, total: None)


@needs_java
def test_a_host_without_the_archive_is_named(host: Path) -> None:
    with pytest.raises(MissingResource, match=r"could not be fetched from http://127\.0\.0\.1"):
        install_languagetool(lambda done, total: None)

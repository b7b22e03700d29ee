"""The doctor on a healthy workspace and on sick ones, and LanguageTool fetched from a server of our own."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.errors import MissingResource
from data.hints.java_server import JAVA_NEEDED, java_version
from data.setup.doctor import grammar, packages, python, room, similarity, unmet_requirements, writable
from data.setup.languagetool_install import install_languagetool
from data.workspace import Workspace

needs_java = pytest.mark.skipif(java_version() < JAVA_NEEDED, reason=f"needs Java {JAVA_NEEDED}")


def test_what_is_needed_here_is_here(workspace: Workspace) -> None:
    findings = [check(workspace) for check in (python, packages, similarity, writable, room)]
    assert [finding for finding in findings if not finding.ok or finding.remedy] == []


def test_an_absent_and_an_old_package_are_named(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("# comment\nno-such-package>=1,<2\nnumpy>=99,<100  # why\npyarrow>=1,<99\n")
    absent, old = unmet_requirements(file)
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
    assert finding.ok and finding.summary.startswith("Harper replaces LanguageTool")


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
    with pytest.raises(MissingResource, match=r"could not be downloaded from http://127\.0\.0\.1"):
        install_languagetool(lambda done, total: None)

"""The command that serves the app opens it in a browser, as the README says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from data.workspace import Workspace
from tests.e2e.conftest import free_port, wait_until

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("headless", [False, True])
def test_the_app_is_opened_in_a_browser_where_there_is_one(tmp_path: Path, headless: bool) -> None:
    browser, opened, port = tmp_path / "browser", tmp_path / "opened", free_port()
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    place = Workspace(tmp_path / "workspace").prepare()
    environment = {**os.environ, "BROWSER": f"{browser} %s", "FLINCH_WORKSPACE": str(place.root)}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    ran = subprocess.Popen([*command, f"--server.headless={str(headless).lower()}"], cwd=ROOT, env=environment)
    try:
        if headless:
            with pytest.raises(subprocess.TimeoutExpired):
                ran.wait(6)
            assert not opened.exists()
        else:
            wait_until(lambda: opened.exists() and opened.read_text().strip() != "", 30, "no browser was opened")
            where, _, word = opened.read_text().strip().partition("?token=")
            assert (where, len(word) > 20) == (f"http://127.0.0.1:{port}/", True)
            for status in (303, 403):  # it opens once: a browser's command line can be read by others
                answer = requests.get(f"{where}?token={word}", allow_redirects=False, timeout=20)
                assert answer.status_code == status
    finally:
        ran.kill()
        ran.wait()

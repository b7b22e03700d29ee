"""The container files name what there is: files, settings, volumes and ports that fit each other."""

import re
from pathlib import Path

import yaml
from streamlit import config

ROOT = Path(__file__).parents[1]
IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def settings(text: str) -> set[str]:
    return set(re.findall(r"\b((?:STREAMLIT|FLINCH)_[A-Z_]+)=", text))


def variable(option: str) -> str:
    """The environment variable of one of Streamlit's settings: "STREAMLIT_SERVER_ALLOWED_HOSTS"."""
    return "STREAMLIT_" + re.sub("([A-Z])", "_\\1", option).replace(".", "_").upper()


def test_settings_of_the_image_exist() -> None:
    named = settings(IMAGE) | set(COMPOSE["services"]["app"]["environment"])
    ours = {name for name in named if name.startswith("FLINCH")}
    assert len(ours) == 2 and named - ours <= set(map(variable, config._config_options_template))
    code = "".join(p.read_text(encoding="utf-8") for room in ("data", "pages") for p in (ROOT / room).rglob("*.py"))
    assert [name for name in ours if f'"{name}"' not in code] == []


def test_what_is_copied_and_started_is_there() -> None:
    for line in re.findall(r"^COPY (.*) \./$", IMAGE, re.MULTILINE):
        assert [name for name in line.split() if not (ROOT / name).exists()] == []
    assert (ROOT / "app.py").exists() and '"run", "app.py"' in IMAGE


def test_the_workspace_is_a_volume_and_the_proxy_finds_the_port() -> None:
    place = re.search(r"FLINCH_WORKSPACE=(\S+)", IMAGE)
    assert place and COMPOSE["services"]["app"]["volumes"] == [f"workspace:{place[1]}"]
    assert set(COMPOSE["volumes"]) == {"workspace", "certificates"}
    port = re.search(r"EXPOSE (\d+)", IMAGE)
    assert port and COMPOSE["services"]["proxy"]["command"].endswith(f"--to app:{port[1]}")


def test_the_space_of_the_docs_finds_port_and_settings() -> None:
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    section = text.split("## On a Hugging Face Space")[1].split("\n## ")[0]
    [front] = re.findall(r"```yaml\n---\n(.*?)---\n```", section, re.DOTALL)
    port = re.search(r"EXPOSE (\d+)", IMAGE)
    assert port and yaml.safe_load(front) == {"title": "Flinch", "sdk": "docker", "app_port": int(port[1])}
    named = set(re.findall(r"`((?:STREAMLIT|FLINCH)_\w+)`", section))
    assert named == {variable("server.allowedHosts"), "FLINCH_WORKSPACE"}

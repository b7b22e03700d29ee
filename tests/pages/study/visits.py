"""A participant's browser, without a browser: what it would send and what it is told."""

from typing import Any

from data.study.register import digest
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace
from pages.ui.study.visit import JSON, place_of, visit

Event = dict[str, Any]


def send(workspace: Workspace, token: str, *events: object, held: str = "", browser: str = "") -> JSON:
    """Send these events by this link."""
    place = place_of(workspace.root, token)
    message = {"place": place, "sequence": "m:1", "events": list(events), "held": held}
    return visit(Studies(workspace), token, message, browser)


def look(workspace: Workspace, token: str) -> dict[str, Any]:
    """What is shown to who opens this link."""
    return visit(Studies(workspace), token, None)


def agree(id_: str = "00000000-agreed-00000000") -> Event:
    return {"id": id_, "kind": "consented", "milliseconds": 5000}


def steps(data: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [step for step in data["book"]["steps"] if step["kind"] == kind]


def answer(step: dict[str, Any], option: int = 0, id_: str = "") -> Event:
    return {
        "id": id_ or f"a-{step['id']}",
        "kind": "answered",
        "item": step["id"],
        "answers": {"same": option},
        "milliseconds": 1200,
    }


def filled(form: dict[str, Any]) -> Event:
    said = {item["id"]: item["options"][0] if item["options"] else "fine" for item in form["items"]}
    return {"id": f"f-{form['title']}".replace(" ", "-"), "kind": "questionnaire", "responses": said}


def everything(data: dict[str, Any]) -> list[Event]:
    """All that a whole study asks for, in order, after consent."""
    made: list[Event] = []
    for step in data["book"]["steps"]:
        match step["kind"]:
            case "form":
                made.append(filled(data["book"]["forms"][step["form"]]) | {"name": step["form"]})
            case "part":
                made.append({"id": f"b-{step['name']}", "kind": "began", "name": step["name"]})
            case "item":
                made.append(answer(step))
    return made


def begin(workspace: Workspace, token: str, events: int = 2) -> JSON:
    """Agree, answer the opening questions and begin the first part (with 3 events practise too); what is then shown."""
    return send(workspace, token, *everything(send(workspace, token, agree()))[:events])


def file_of(study: Study, token: str) -> bytes:
    """The bytes of the file of the participant to whom this link belongs."""
    link = study.register.links[digest(token)]
    return (study.folder / "participants" / f"{link.participant}.jsonl").read_bytes()

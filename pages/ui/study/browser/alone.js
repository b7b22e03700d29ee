// The page without Streamlit around it: the server's first word lies in the document, and messages go to the document's own
// address.

class Alone {
  constructor() {
    const root = document.querySelector("main").attachShadow({ mode: "open" })
    const style = element("style", {}, PARTS.css)
    root.append(style, document.createRange().createContextualFragment(PARTS.html))
    this.study = new Study(root, message => this.send(message))
    this.asking = null // what is under way
    this.hear(JSON.parse(document.querySelector("#scene").textContent))
  }

  hear(scene) {
    this.version ??= scene.program.version
    if (this.version !== scene.program.version) return location.reload() // the server is another by now; what waits is kept
    if (["open", "done"].includes(scene.state)) document.cookie = "flinch_participant=1; path=/; SameSite=Lax"
    this.study.receive(scene)
    if (scene.mine) history.replaceState(null, "", `?t=${encodeURIComponent(scene.mine)}`)
  }

  async send(message) {
    this.asking?.abort()
    const { signal } = (this.asking = new AbortController())
    const headers = { "Content-Type": "application/json" }
    try {
      const answer = await fetch(location.href, { method: "POST", headers, body: JSON.stringify(message), signal })
      const scene = answer.ok ? await answer.json() : null
      if (scene && !signal.aborted) this.hear(scene)
    } catch {
      if (!signal.aborted) this.study.post.gone = true
    }
  }
}

new Alone()

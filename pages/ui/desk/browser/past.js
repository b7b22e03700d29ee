// The list of one's own decisions, the newest first, from which each can be taken back; more of them come when asked for.

const ROWS = 8 // that are shown at first
const MORE_ROWS = 24

class Past {
  constructor(desk) {
    this.desk = desk
    this.rows = ROWS
    this.cell = null
    this.history = []
  }

  // How many the server is to send: a few more than are shown, so that keys may be faster than it.
  get wanted() {
    return this.rows + MORE_ROWS
  }

  get list() {
    return this.desk.paint.at.recent
  }

  show(history) {
    const { paint, line } = this.desk
    if (this.cell !== line.scene.cell.id) this.rows = ROWS
    this.cell = line.scene.cell.id
    this.history = history
    const rows = history.slice(0, this.rows).map(past => row(past, line, Boolean(this.desk.flags.of(past.candidate))))
    paint.once("recent", rows, () => this.draw(rows))
    paint.show("longer", history.length > this.rows)
  }

  // Whoever stands on a row stays on it, or where it went, on the one in its place.
  draw(rows) {
    const buttons = [...this.list.querySelectorAll("button")]
    const focused = buttons.indexOf(this.desk.root.activeElement)
    const id = buttons[focused]?.dataset.value
    this.list.replaceChildren(...(rows.length ? rows.map(pastRow) : [element("li", { class: "none" }, "none yet")]))
    if (focused < 0) return
    const now = [...this.list.querySelectorAll("button")]
    const same = now.find(button => button.dataset.value === id) ?? now[Math.min(focused, now.length - 1)]
    same?.focus({ preventScroll: true })
  }

  // The key for the list puts one on its first row.
  enter() {
    const first = this.list.querySelector("button")
    if (!first) return this.desk.refuse("You have decided nothing here yet.")
    first.focus()
    this.desk.announce("Your last decisions: the arrow keys choose one, Enter undoes it, Escape leaves the list.")
  }

  move(by) {
    const buttons = [...this.list.querySelectorAll("button")]
    const at = buttons.indexOf(this.desk.root.activeElement)
    if (at + by >= buttons.length && this.history.length > this.rows) this.extend()
    const now = [...this.list.querySelectorAll("button")]
    now[Math.min(Math.max(at + by, 0), now.length - 1)]?.focus()
  }

  extend() {
    this.rows += MORE_ROWS
    this.show(this.history)
    if (!this.desk.wire.unanswered) this.desk.wire.send()
  }

  // Whether the focus is on a row.
  get entered() {
    return this.list.contains(this.desk.root.activeElement)
  }
}

function row(past, line, flagged) {
  const detail = line.scene.tagging && past.verdict === "relabel" ? "new tags" : past.detail
  const snippet = line.items.get(past.candidate)?.snippet ?? "…"
  return [past.id, past.verdict, detail, snippet, Boolean(past.under_way), past.others ?? 0, Boolean(past.second), flagged]
}

function pastRow([id, verdict, detail, snippet, under_way, others, second, flagged]) {
  const what = `${flagged ? "⚑ " : ""}${inWords(verdict, detail)}${others ? ` ×${others + 1}` : ""}${second ? " · second opinion" : ""}`
  const also = others ? `, and ${others} more with the same text` : ""
  const label = `${snippet} ${what}: undo it${also}`
  const attributes = { type: "button", "data-do": "back", "data-value": id, title: `Undo this decision${also}`, "aria-label": label }
  return element("li", under_way ? { class: "under-way" } : {}, element("button", attributes, ...dotted(verdict, snippet, what)))
}

// Decisions that were taken back, so that they can be made again, the last one first, until another is made. They last
// as long as the browser's tab, one list for each cell.

const MOST_AGAIN = 500

class Again {
  constructor() {
    this.saved = new Saved("flinch-again/", () => sessionStorage)
    this.name = null
    this.list = []
  }

  // From now on the list is that of this place and cell.
  at(place, cell) {
    const name = `${place}/${cell}`
    if (this.name === name) return
    this.name = name
    const kept = this.saved.read(name)
    this.list = Array.isArray(kept) ? kept : []
  }

  push({ id, candidate, ticket, verdict, detail, milliseconds, hints, at }) {
    this.list = [...this.list, { id, candidate, ticket, verdict, detail, milliseconds, hints, at }].slice(-MOST_AGAIN)
    this.keep()
  }

  pop() {
    const past = this.list.pop()
    this.keep()
    return past
  }

  clear() {
    if (!this.list.length) return
    this.list = []
    this.keep()
  }

  keep() {
    this.saved.write(this.name, this.list)
  }
}

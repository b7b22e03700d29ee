// The places where one types: a note, a label out of many, a number. Keys typed there do nothing else.

class Entry {
  constructor(desk) {
    this.desk = desk
    this.active = 0
    desk.root.addEventListener("input", event => event.target.matches("[data-typed]") && this.filter(event.target))
    desk.root.addEventListener("mousedown", event => this.pick(event))
  }

  get input() {
    return this.desk.root.querySelector("[data-typed]")
  }

  get list() {
    return this.desk.root.querySelector("#flinch-labels")
  }

  open(name) {
    const { paint, line, note } = this.desk
    if (!line.item) return
    if (name === "label") {
      if (!this.input) return
      paint.at.relabel.classList.add("open")
      this.input.focus()
      return this.filter(this.input)
    }
    paint.show("noting", true)
    paint.at.note.value = note
    paint.at.note.focus()
  }

  key(event, within) {
    if (within.matches("select")) return
    event.stopPropagation()
    if (event.key === "Escape") return this.leave(event)
    if (within === this.desk.paint.at.note) {
      if (event.key === "Enter" && !event.shiftKey) this.keepNote(event, within.value)
      return
    }
    if (event.key === "Enter" && !event.repeat) this.enter(event, within.value)
    if (this.list && (event.key === "ArrowDown" || event.key === "ArrowUp")) this.move(event, event.key === "ArrowDown" ? 1 : -1)
  }

  keepNote(event, text) {
    const { desk } = this
    desk.note = text.trim()
    desk.announce(desk.note ? "The note goes with your decision." : "No note.")
    this.leave(event)
    desk.paint.own(desk.note, desk.hints)
  }

  leave(event) {
    event.preventDefault()
    this.desk.root.activeElement?.blur()
    this.desk.paint.fold()
    if (this.input) this.input.value = ""
  }

  enter(event, typed) {
    const { told, item } = this.desk.line
    const chosen = told.number ? number(typed) : this.list ? this.options[this.active] : typed.trim()
    if (!chosen) return this.desk.announce(told.number ? "Type a number, such as 2.5." : "No label is called that.")
    this.leave(event)
    this.desk.relabel(told.number && Number(item?.gold) === Number(chosen) ? item.gold : chosen)
  }

  get options() {
    const typed = this.input.value.trim().toLowerCase()
    const found = this.desk.line.told.labels.filter(label => label.toLowerCase().includes(typed))
    return found.sort((a, b) => !a.toLowerCase().startsWith(typed) - !b.toLowerCase().startsWith(typed))
  }

  filter(input) {
    this.active = 0
    if (!this.list) return
    input.setAttribute("aria-expanded", "true")
    this.list.hidden = false
    this.draw()
  }

  move(event, by) {
    event.preventDefault()
    this.active = Math.min(Math.max(this.active + by, 0), this.options.length - 1)
    this.draw()
  }

  draw() {
    const gold = this.desk.line.item?.gold
    const rows = this.options.map((label, n) => {
      const attributes = { role: "option", id: `flinch-label-${n}`, "data-label": label, "aria-selected": String(n === this.active) }
      return element("li", attributes, label, ...(label === gold ? [element("small", {}, " as it is")] : []))
    })
    this.list.replaceChildren(...rows)
    this.input.setAttribute("aria-activedescendant", `flinch-label-${this.active}`)
    rows[this.active]?.scrollIntoView({ block: "nearest" })
  }

  pick(event) {
    const option = event.target.closest("[data-label]")
    if (!option) return
    this.leave(event)
    this.desk.relabel(option.dataset.label)
  }
}

// The number as the data set would write it, "" for what is none.
function number(typed) {
  const value = Number(typed.trim().replace(",", "."))
  return typed.trim() && Number.isFinite(value) ? String(value) : ""
}

function remember(name, value) {
  try {
    localStorage.setItem(`flinch-${name}`, value)
  } catch {
    // it lasts as long as the page
  }
}

function recalled(name) {
  try {
    return localStorage.getItem(`flinch-${name}`)
  } catch {
    return null
  }
}

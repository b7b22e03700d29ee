// The places where one types: a note, a label out of many, a number. Keys typed there do nothing else.

class Entry {
  constructor(desk) {
    this.desk = desk
    this.active = 0
    desk.root.addEventListener("input", event => this.typed(event.target))
    desk.root.addEventListener("focusin", event => event.target.matches("[data-typed]") && this.filter(event.target))
    desk.root.addEventListener("mousedown", event => this.pick(event))
    desk.root.addEventListener("pointerdown", event => this.opened && !this.holds(event.target) && this.leave())
    desk.root.addEventListener("focusout", event => this.opened && event.relatedTarget && !this.holds(event.relatedTarget) && this.leave())
  }

  get input() {
    return this.desk.root.querySelector("[data-typed]")
  }

  get list() {
    return this.desk.root.querySelector("#flinch-labels")
  }

  // Whether a label or a number is being entered: until it is, or Esc, keys belong to it wherever the focus is.
  get opened() {
    return Boolean(this.input) && this.desk.paint.at.relabel.classList.contains("open")
  }

  holds(node) {
    return this.desk.paint.at.relabel.contains(node)
  }

  open(name) {
    const { paint, line, drafts } = this.desk
    if (!line.item || (name === "label" && !this.input)) return
    paint.fold()
    if (name === "label") {
      paint.at.relabel.classList.add("open") // or else it may be out of sight, where nothing can be focused
      this.input.select()
      return this.input.focus()
    }
    paint.show("noting", true)
    paint.at.note.value = drafts.of(line.item.id)
    paint.at.note.focus()
  }

  typed(target) {
    const { paint, line, drafts } = this.desk
    if (target.matches("[data-typed]")) this.filter(target)
    if (line.scene?.number && target.matches("[data-typed], [data-slider]")) this.desk.scale.put(target.value)
    if (target === paint.at.lefttext) this.desk.left.typing(target.value)
    if (target === paint.at.note && line.item) drafts.set(line.item.id, target.value)
    if (target.matches("textarea") && target !== paint.at.lefttext && line.item) this.desk.left.typed(line.item)
    if (target === paint.at.flagnote) this.desk.flags.typed(target.value)
  }

  // A key pressed elsewhere while a label is being entered is typed there.
  takes(event) {
    const pressing = event.key === "Tab" || (/^(Enter| )$/.test(event.key) && event.composedPath()[0].closest?.("button, a, summary"))
    if (!this.opened || pressing) return false
    this.input.focus()
    return true
  }

  key(event, within) {
    if (within.matches("select")) return
    event.stopPropagation()
    const { desk } = this
    if (within === desk.paint.at.note) return this.noteKey(event)
    if (within === desk.paint.at.flagnote) return this.flagKey(event)
    if (within === desk.paint.at.lefttext) return this.leftKey(event)
    if (event.key === "Escape") return this.leave(event)
    if (event.key === "Enter" && !event.repeat) this.enter(event, within.value)
    if (this.desk.line.scene.number && ROW_KEYS[event.key]) this.spin(event)
    if (this.list && (event.key === "ArrowDown" || event.key === "ArrowUp")) this.move(event, event.key === "ArrowDown" ? 1 : -1)
  }

  noteKey(event) {
    const { desk } = this
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return
    this.leave(event)
    desk.announce(desk.note ? "The note is saved with your decision." : "No note.")
    desk.own()
  }

  flagKey(event) {
    if (event.key === "Escape") this.leave(event)
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault()
      if (!event.repeat) this.desk.flags.put()
    }
  }

  leftKey(event) {
    if (event.key === "Escape") this.leave(event)
    else if (event.key === "Enter" && !event.shiftKey && !event.repeat) {
      event.preventDefault()
      this.desk.left.flag()
    }
  }

  leave(event) {
    event?.preventDefault()
    event ? this.desk.focus() : this.desk.root.activeElement?.blur() // what was tapped, or gone to by Tab, has it next
    this.desk.paint.fold()
    this.desk.own()
    if (!this.desk.line.scene?.number) this.clear()
    else if (event?.key === "Escape") this.desk.scale.reset()
  }

  clear() {
    if (this.input) this.input.value = ""
  }

  // The arrow up makes the number larger.
  spin(event) {
    event.preventDefault()
    this.desk.scale.move(-ROW_KEYS[event.key])
  }

  // A digit begins a number.
  digit(key) {
    this.open("label")
    this.input.value = key
    this.typed(this.input)
  }

  enter(event, typed) {
    const { scene, item } = this.desk.line
    const chosen = scene.number ? number(typed, scene.scale) : this.list ? this.options[this.active] : typed.trim()
    if (!chosen) return this.desk.refuse(scene.number ? asked(scene.scale) : "There is no label with this name.")
    this.leave(event)
    this.desk.relabel(scene.number && item?.gold && Number(item.gold) === Number(chosen) ? item.gold : chosen)
  }

  get options() {
    const typed = this.input.value.trim().toLowerCase()
    const matches = this.desk.line.scene.labels.filter(label => label.toLowerCase().includes(typed))
    return matches.sort((a, b) => !a.toLowerCase().startsWith(typed) - !b.toLowerCase().startsWith(typed))
  }

  filter(input) {
    this.active = 0
    this.desk.paint.say("")
    this.desk.paint.at.relabel.classList.add("open")
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
      return element("li", attributes, label, ...(label === gold ? [element("small", {}, " current label")] : []))
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

// The number as the data set would write it, "" for what is none or lies outside the scale.
function number(typed, scale) {
  const value = Number(typed.trim().replace(",", "."))
  const fits = Number.isFinite(value) && (!scale || (value >= scale[0] && value <= scale[1]))
  return typed.trim() && fits ? String(value) : ""
}

const asked = scale => (scale ? `Type a number from ${scale[0]} to ${scale[1]}.` : "Type a number, such as 2.5.")

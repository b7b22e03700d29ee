// Painting: what the line, the outbox and the server say, put on the screen. Only what differs is touched.

class Paint {
  constructor(root) {
    this.root = root
    this.at = Object.fromEntries([...root.querySelectorAll("[data-at]")].map(found => [found.dataset.at, found]))
    this.painted = {}
  }

  // Runs `draw` when `value` is not what was painted under this name before.
  once(name, value, draw) {
    const text = JSON.stringify(value)
    if (this.painted[name] === text) return
    this.painted[name] = text
    draw(value)
  }

  write(name, text) {
    if (this.at[name].textContent !== text) this.at[name].textContent = text
  }

  show(name, shown) {
    if (this.at[name].hidden === shown) this.at[name].hidden = !shown
  }

  item(item, awaited) {
    this.show("card", Boolean(item))
    this.show("acts", Boolean(item))
    this.once("item", item && [item.id, item.version, awaited], () => {
      if (!item) return
      const several = item.fields.length > 1
      this.at.fields.replaceChildren(...item.fields.map(part => field(part, several)))
      this.write("gold", item.gold || "none")
      this.hints(item.hint, awaited)
      for (const button of this.at.labels.querySelectorAll("[data-value]")) this.golden(button, item.gold)
    })
  }

  golden(button, gold) {
    const same = button.dataset.value === gold
    button.toggleAttribute("data-gold", same)
    same ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled")
  }

  hints(hint, awaited) {
    const missing = awaited ? "being computed" : "none was computed"
    const cosine = hint && hint.similarity
    this.write("cosine", cosine ?? "no hint")
    const rank = hint && hint.percentile
    this.write("rank", cosine === null || !hint ? (hint ? "the engine was off or missing" : missing) : rankText(rank))
    this.write("model", hint?.model ? `· ${hint.model}` : "")
    this.write("engine", hint?.grammar ? `· ${hint.grammar}` : "")
    const issues = hint && hint.issues
    this.write("issues", issues ? plural(issues.length, "new issue") : "no hint")
    const before = hint && hint.before ? `(${hint.before} ${hint.before === 1 ? "was" : "were"} there before)` : ""
    this.write("earlier", issues ? before : hint ? "the engine was off or missing" : missing)
    this.at.grammar.classList.toggle("warn", Boolean(issues && issues.length))
    this.at.messages.replaceChildren(...(issues ?? []).map(message => element("li", {}, message)))
  }

  answers(told) {
    this.once("answers", [told.labels, told.number], () => {
      const { labels, number } = told
      const typed = number || labels.length > 9 || !labels.length
      this.at.relabelkey.textContent = typed ? "L" : labels.length > 1 ? `1–${labels.length}` : "1"
      this.at.labels.replaceChildren(...(typed ? typing(told) : labels.map(labelChoice)))
      this.painted.item = null
    })
    this.once("reasons", told.reasons, () => {
      this.at.reasons.replaceChildren(...told.reasons.map(([key, value]) => choice({ key, name: value, act: "discard", value })))
      const told_keys = [...TOLD.slice(0, 3), ...told.reasons.map(([key, value]) => [key, `discard: ${value}`]), ...TOLD.slice(3)]
      this.at.keys.replaceChildren(...told_keys.flatMap(([key, does]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, does)]))
    })
    this.once("guidelines", told.guidelines, () => {
      this.at.rules.replaceChildren(...told.guidelines.map(rule => element("p", {}, rule)))
    })
  }

  header({ cell, cells }) {
    this.once("cells", [cell.id, cells], () => {
      const groups = neighbours(cells, (one, other) => one[1] === other[1])
      const options = group => group.map(([id, , name]) => element("option", { value: id }, name))
      this.at.cells.replaceChildren(...groups.map(group => element("optgroup", { label: group[0][1] }, ...options(group))))
      this.write("dataset", cells.find(([id]) => id === cell.id)?.[1] ?? "")
    })
    this.at.cells.value = cell.id
    const togo = cell.closed ? "complete" : cell.togo === null ? `${cell.waiting} waiting` : `about ${cell.togo} to go`
    const doubt = cell.disputed ? ` · ${cell.disputed} disputed` : ""
    this.write("count", `${cell.kept} kept + ${cell.relabelled} relabelled of ${cell.quota} · ${cell.checked} looked at${doubt} · ${togo}`)
    this.at.kept.style.width = `${Math.min(100, (100 * cell.kept) / cell.quota)}%`
    this.at.relabelled.style.width = `${Math.min(100, (100 * cell.relabelled) / cell.quota)}%`
    this.at.bar.setAttribute("aria-valuemax", cell.quota)
    this.at.bar.setAttribute("aria-valuenow", Math.min(cell.quota, cell.kept + cell.relabelled))
  }

  aside({ decisions, median }, history, items) {
    this.write("decisions", String(decisions))
    this.write("median", median === null ? "–" : `${(median / 1000).toFixed(1)} s`)
    const rows = history.slice(0, 8).map(past => [past.id, past.verdict, past.said, items.get(past.candidate)?.snippet ?? "…", Boolean(past.under_way)])
    this.once("recent", rows, () => {
      this.at.recent.replaceChildren(...(rows.length ? rows.map(pastRow) : [element("li", { class: "none" }, "none yet")]))
    })
  }

  clear(item, told, sending) {
    this.show("clear", !item)
    if (item) return
    const { cell, next } = told
    const nothing = cell.waiting ? "Nothing is free to look at here" : "Everything here has been looked at"
    this.write("cleared", sending ? "One moment …" : cell.closed ? "This cell is complete" : nothing)
    const held = cell.waiting ? " Others hold what is left; it comes back if they leave." : ` Prepare more samples to reach ${cell.quota}.`
    const sum = `${cell.kept} kept, ${cell.relabelled} relabelled and ${cell.discarded} discarded of ${cell.checked} looked at.`
    this.write("clearing", sending ? "Your decisions are on their way." : sum + (cell.closed ? "" : held))
    this.show("next", Boolean(next) && !sending)
    this.write("nextname", next ? `Go on with ${next.name}` : "")
  }

  own(note, hints) {
    this.show("mynote", Boolean(note))
    this.write("mynote", note ? `Note: ${note}` : "")
    this.once("hinted", hints, () => {
      this.show("hints", hints)
      this.root.querySelector("[data-do=hints]").setAttribute("aria-pressed", String(hints))
    })
  }

  saved(size, any) {
    this.write("saved", size ? `saving ${size} …` : any ? "✓ saved" : "")
    this.at.saved.classList.toggle("ok", !size)
  }

  banner(size, refused, late, back) {
    this.show("banner", size > 0 && (late || refused.length > 0))
    if (this.at.banner.hidden) return
    const those = size === 1 ? "Your last decision is" : `Your last ${size} decisions are`
    this.write("alarm", `${those} not saved yet.`)
    const gone = "The app does not answer. They are kept in this browser, and sent again as soon as it does."
    const there = "The app is there, but this page has lost it. They are kept in this browser: reload the page to save them."
    this.write("alarmed", refused[0] ?? (back ? there : gone))
    this.root.querySelector("[data-do=drop]").hidden = !refused.length
  }

  sheet(name) {
    const other = name === "help" ? "guidelines" : "help"
    this.show(other, false)
    this.show(name, this.at[name].hidden)
    for (const each of [name, other]) this.root.querySelector(`[data-do=${each}]`).setAttribute("aria-expanded", String(!this.at[each].hidden))
  }

  unfold(button) {
    const group = button.parentElement
    const open = !group.classList.contains("open")
    this.fold()
    group.classList.toggle("open", open)
    button.setAttribute("aria-expanded", String(open))
  }

  // Close what is open over the sample; with `all`, what is open beside it too.
  fold(all = false) {
    for (const group of this.root.querySelectorAll(".group.open")) group.classList.remove("open")
    this.show("noting", false)
    if (all) for (const name of ["guidelines", "help"]) this.show(name, false)
    const still = all ? "" : ":not(.sub *)"
    for (const head of this.root.querySelectorAll(`[aria-expanded=true]${still}`)) head.setAttribute("aria-expanded", "false")
    const list = this.root.querySelector("#flinch-labels")
    if (list) list.hidden = true
  }
}

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`
const rankText = rank => (rank === null ? "" : `higher than ${rank} % of this cell`)
const labelChoice = (label, i) => choice({ key: String(i + 1), name: label, act: "relabel", value: label })
const VERDICTS = { keep: "keep", skip: "skipped", relabel: "relabelled", discard: "discarded" }

function pastRow([id, verdict, said, snippet, under_way]) {
  const what = said ? (verdict === "relabel" ? `→ ${said}` : said) : VERDICTS[verdict]
  const label = `Take back: ${VERDICTS[verdict]} ${said}, ${snippet}`
  const attributes = { type: "button", "data-do": "back", "data-value": id, title: "Take this decision back", "aria-label": label }
  const dot = element("i", { class: `dot ${verdict}`, "aria-hidden": "true" })
  const button = element("button", attributes, dot, element("span", { class: "snippet" }, snippet), element("span", { class: "what" }, what))
  return element("li", under_way ? { class: "under-way" } : {}, button)
}

// Many labels: a list to type into. A number, or a data set whose labels are not known: just a field.
function typing({ labels, number }) {
  const wanted = number ? "New number" : "New label"
  const attributes = { type: "text", "aria-label": wanted, placeholder: wanted, autocomplete: "off", "data-typed": true, inputmode: number ? "decimal" : "text" }
  const input = element("input", attributes)
  if (!labels.length || number) return [element("div", { class: "typed" }, input, element("kbd", {}, "L"))]
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", "flinch-labels"]]) input.setAttribute(name, value)
  const list = element("ul", { id: "flinch-labels", role: "listbox", "aria-label": "Labels", hidden: true })
  return [element("div", { class: "typed" }, input, element("kbd", {}, "L")), list]
}

// Painting: what the line, the outbox and the server say, put on the screen. Only what differs is touched.

const OF_SAMPLE = ".sub :is([data-do=skip], [data-do=flag], [data-do=note], [data-do=hints])"
const SAID = 6000 // ms that a word of the desk stays

class Paint extends Places {
  constructor(root) {
    super(root)
    this.painted = {}
    this.unmeasured = new Map()
    this.changes = new Changes(root, this.at)
  }

  // Runs `draw` when `value` is not what was painted under this name before.
  once(name, value, draw) {
    const text = JSON.stringify(value)
    if (this.painted[name] === text) return
    this.painted[name] = text
    draw(value)
  }

  // What is measured is measured when all is painted: in between, the browser would lay everything out once more each time.
  afterwards(name, measure) {
    if (!this.unmeasured.size) requestAnimationFrame(() => setTimeout(() => this.measure()))
    this.unmeasured.set(name, measure)
  }

  measure() {
    const all = [...this.unmeasured.values()]
    this.unmeasured.clear()
    for (const measure of all) measure()
  }

  // What has more to read than it shows can be scrolled by keyboard too.
  reachable(name) {
    const at = this.at[name]
    this.afterwards(name, () => (at.scrollHeight > at.clientHeight ? at.setAttribute("tabindex", "0") : at.removeAttribute("tabindex")))
  }

  item(item, awaited) {
    this.show("card", Boolean(item))
    this.show("acts", Boolean(item))
    for (const button of this.root.querySelectorAll(OF_SAMPLE)) button.hidden = !item
    this.once("item", item && [item.id, item.version, awaited], () => {
      if (!item) return this.changes.forget()
      const several = item.fields.length > 1
      this.at.fields.replaceChildren(...item.fields.map(part => field(part, several)))
      this.changes.forget()
      this.afterwards("changes", () => this.changes.look())
      this.write("gold", item.gold || "none")
      this.hints(item.hint, awaited)
      this.at.hints.toggleAttribute("data-hidden", item.hidden)
      for (const button of this.at.labels.querySelectorAll("[data-do=relabel]")) this.golden(button, item.gold)
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
    this.at.similarity.classList.toggle("none", !hint || cosine === null)
    this.write("model", hint?.model ? `· ${hint.model}` : "")
    this.show("context", Boolean(hint?.context))
    this.write("nearness", hint?.context ?? "")
    this.write("engine", hint?.grammar ? `· ${hint.grammar}` : "")
    const issues = hint && hint.issues
    this.write("issues", issues ? plural(issues.length, "new issue") : "no hint")
    const before = hint && hint.before ? `(${hint.before} in the original)` : ""
    this.write("issuesbefore", issues ? before : hint ? "the engine was off or missing" : missing)
    this.at.grammar.classList.toggle("none", !issues)
    this.at.grammar.classList.toggle("warn", Boolean(issues && issues.length))
    this.at.messages.replaceChildren(...(issues ?? []).map(message => element("li", {}, message)))
    this.reachable("messages")
  }

  choices(scene, keys) {
    const enters = keys.printed("label")
    this.once("choices", [scene.labels, scene.number, scene.scale, scene.tagging, enters], () => {
      const { labels, number, tagging } = scene
      this.at.relabel.toggleAttribute("data-many", labels.length > 6)
      if (tagging) return this.tagChoices(labels)
      this.write("relabelname", "Relabel")
      this.at.relabel.removeAttribute("data-tagging")
      const typed = number || labels.length > 9 || !labels.length
      this.at.relabelkey.textContent = typed ? enters : labels.length > 1 ? `1–${labels.length}` : "1"
      this.at.labels.replaceChildren(...(typed ? typing(scene, enters) : labels.map(labelChoice)))
      this.painted.item = this.painted.scale = null
    })
    this.once("reasons", [scene.reasons, scene.labels, scene.number, scene.tagging, keys.letters], () => {
      this.write("discardkey", keys.printed(DISCARD + scene.reasons[0]))
      this.at.reasons.replaceChildren(...scene.reasons.map(value => choice({ key: keys.printed(DISCARD + value), name: value, act: "discard", value })))
      this.at.keys.replaceChildren(...keyHelp(scene, keys).flatMap(keyRow))
      for (const key of this.root.querySelectorAll("[data-key]")) key.textContent = keys.printed(key.dataset.key)
    })
    const { version, guide } = scene.campaign ?? {}
    if (guide || !version) this.once("guide", version ?? "", () => this.at.guide.replaceChildren(...(guide ?? []).map(written)))
    this.guided = version
    this.once("guidelines", scene.guidelines, () => {
      this.at.rules.replaceChildren(...scene.guidelines.map(rule => element("p", {}, rule)))
    })
  }

  tagChoices(tags) {
    this.write("relabelname", "Tag")
    this.at.relabel.setAttribute("data-tagging", "")
    this.at.relabelkey.textContent = `1–${Math.min(tags.length, 9)}`
    this.at.labels.replaceChildren(...tags.map((tag, i) => choice({ key: i < 9 && String(i + 1), name: tag, act: "tag", value: tag })))
    this.painted.item = this.painted.chips = null
  }

  header({ cell, cells, reach, decisions, campaign }) {
    this.once("cells", [cell.id, cells], () => {
      const groups = neighbours(cells, (one, other) => one[1] === other[1])
      const options = group => group.map(([id, , name]) => element("option", { value: id }, name))
      this.at.cells.replaceChildren(...groups.map(group => element("optgroup", { label: group[0][1] }, ...options(group))))
      this.write("dataset", cells.find(([id]) => id === cell.id)?.[1] ?? "")
    })
    this.at.cells.value = cell.id
    this.show("campaign", Boolean(campaign))
    this.write("campaign", campaign ? `Campaign: ${campaign.name}` : "")
    this.write("count", soFar(cell, decisions, reach))
    this.at.count.title = cell.blind ? "" : inDetail(cell)
    this.show("reach", Boolean(reach))
    this.write("reach", reach && `${reach}.`)
    this.at.kept.style.width = `${cell.blind ? cell.done : Math.min(100, (100 * cell.kept) / cell.quota)}%`
    this.at.relabelled.style.width = `${Math.min(100, (100 * cell.relabelled) / cell.quota)}%`
    this.at.bar.setAttribute("aria-valuemax", cell.quota)
    this.at.bar.setAttribute("aria-valuenow", Math.min(cell.quota, cell.blind ? (cell.done * cell.quota) / 100 : cell.kept + cell.relabelled))
  }

  aside({ decisions, median, today, pace, carried, tagging }, items) {
    this.write("decisions", String(decisions))
    this.write("median", median === null ? "–" : `${(median / 1000).toFixed(1)} s`)
    this.write("today", String(today))
    this.write("pace", pace === null ? "–" : String(Math.round(pace)))
    const detail = past => (tagging && past.verdict === "relabel" ? "new tags" : past.detail)
    const seen = carried.slice(0, 8).map(past => [past.candidate, past.verdict, detail(past), items.get(past.candidate)?.snippet ?? "…", past.seen])
    this.show("carriedover", seen.length > 0)
    this.once("carried", seen, () => this.at.carried.replaceChildren(...seen.map(carriedRow)))
  }

  clear(item, scene, sending) {
    this.show("clear", !item)
    if (item) return this.show("next", false)
    const [cleared, clearing] = sending ? ["One moment …", "Your decisions are being saved."] : nothingHere(scene)
    this.write("cleared", cleared)
    this.write("clearing", clearing)
    const { next } = scene
    this.show("next", Boolean(next) && !sending)
    this.show("onprogress", scene.prepares && !sending)
    this.at.progress.href = new URL("progress", location.href.replace(/[/]+(?=$|[?#])/, ""))
    this.write("nextname", next ? `Go on with ${next.name}` : "")
  }

  // Whether the way to the next cell is on the screen.
  get offersNext() {
    return !this.at.clear.hidden && !this.at.next.hidden
  }

  // A short word of the desk above its buttons, which goes by itself; "" takes it away.
  say(text) {
    clearTimeout(this.saying)
    this.write("say", text)
    this.show("say", Boolean(text))
    if (text) this.saying = setTimeout(() => this.say(""), SAID)
  }

  // From the first scene on.
  open() {
    this.show("desk", true)
    this.show("opening", false)
  }

  // A sentence that is not about the sample; "" takes it away.
  tell(text) {
    this.write("told", text)
    this.show("telling", Boolean(text))
  }

  // That nobody was here for a lease; "" when somebody is again.
  away(text) {
    this.show("away", Boolean(text))
    if (text) this.write("left", text)
  }

  own(earlier, note, flag, drafted, hints) {
    this.show("earlier", Boolean(earlier))
    this.write("earlier", earlier)
    this.show("mynote", Boolean(note))
    this.write("notewords", note ? `Note: ${note}` : "")
    this.show("myflag", Boolean(flag))
    this.write("flagwords", flag)
    this.show("dropflag", drafted)
    for (const name of ["mynote", "myflag"]) this.reachable(name)
    this.once("hinted", hints, () => {
      this.show("hints", hints)
      this.root.querySelector("[data-do=hints]").setAttribute("aria-pressed", String(hints))
    })
  }

  saved(size, any) {
    this.write("saved", size ? `saving ${size} …` : any ? "✓ saved" : "")
    this.at.saved.classList.toggle("ok", !size)
  }

  banner(size, refused, sentence, late, lost) {
    this.show("banner", size > 0 && (late || refused.length > 0))
    if (this.at.banner.hidden) return
    const those = size === 1 ? "Your last decision is" : `Your last ${size} decisions are`
    this.write("alarm", `${those} not saved yet.`)
    const gone = "The app does not respond. Your work is kept in this browser and sent again when the app responds."
    const there = "The app is running, but this page has lost its connection. Your work is kept in this browser: reload the page to save it."
    this.write("alarmed", refused[0] ?? (sentence || (lost ? there : gone)))
    this.root.querySelector("[data-do=reload]").hidden = !lost
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
    if (!open) return
    this.less()
    group.querySelector(".choice:is([aria-pressed=true], [data-gold])")?.scrollIntoView({ block: "nearest" })
  }

  // On a telephone: the buttons there is no room for at first; what lay open over the sample is closed.
  more(button) {
    const open = !button.parentElement.classList.contains("more")
    if (open) this.fold()
    button.parentElement.classList.toggle("more", open)
    button.setAttribute("aria-expanded", String(open))
  }

  less() {
    this.root.querySelector(".sub").classList.remove("more")
    this.root.querySelector("[data-do=more]").setAttribute("aria-expanded", "false")
  }

  // Close what is open over the sample; with `all`, what is open beside it too.
  fold(all = false) {
    for (const group of this.root.querySelectorAll(".group.open")) group.classList.remove("open")
    for (const name of ["noting", "flagging"]) this.show(name, false)
    if (all) for (const name of ["guidelines", "help"]) this.show(name, false)
    const still = all ? "" : ":not(.sub *)"
    for (const head of this.root.querySelectorAll(`[aria-expanded=true]${still}`)) head.setAttribute("aria-expanded", "false")
    const list = this.root.querySelector("#flinch-labels")
    if (list) list.hidden = true
  }
}

const rankText = rank => (rank === null ? "" : `higher than ${rank} % of this cell`)
const labelChoice = (label, i) => choice({ key: String(i + 1), name: label, act: "relabel", value: label })
const VERDICTS = { keep: "keep", skip: "skipped", relabel: "relabelled", discard: "discarded" }

const inWords = (verdict, detail) => (detail ? (verdict === "relabel" ? `→ ${detail}` : detail) : VERDICTS[verdict])
const PAST = { keep: "kept", skip: "skipped", relabel: "relabelled", discard: "discarded" }
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

// "Your earlier decision: relabelled → human, 07:33", with the day where it was not today.
function earlierInWords({ verdict, detail, at }, tagging) {
  const answer = tagging && verdict === "relabel" ? ": new tags" : detail && `${verdict === "relabel" ? " →" : ":"} ${detail}`
  return `Your earlier decision: ${PAST[verdict]}${answer}${at ? `, ${clock(new Date(at))}` : ""}`
}

function clock(at) {
  const [hour, minute] = [at.getHours(), at.getMinutes()].map(one => String(one).padStart(2, "0"))
  const day = at.toDateString() === new Date().toDateString() ? "" : `${at.getDate()} ${MONTHS[at.getMonth()]} `
  return `${day}${hour}:${minute}`
}

const dotted = (verdict, snippet, what) => [
  element("i", { class: `dot ${verdict}`, "aria-hidden": "true" }),
  element("span", { class: "snippet" }, snippet),
  " ",
  element("span", { class: "what" }, what),
]

// A sample that reads the same as one that was judged elsewhere.
function carriedRow([candidate, verdict, detail, snippet, seen]) {
  const what = `${inWords(verdict, detail)} · ${seen}`
  const label = `${snippet} ${what}: judge it separately`
  const attributes = { type: "button", "data-do": "judge", "data-value": candidate, title: "Judge it separately", "aria-label": label }
  return element("li", {}, element("button", attributes, ...dotted(verdict, snippet, what)))
}

// Many labels: a list to type into. A number, or a data set whose labels are not known: just a field.
function typing({ labels, number, scale }, enters) {
  const prompt = number ? (scale ? `New number, ${scale[0]} to ${scale[1]}` : "New number") : "New label"
  const attributes = { type: "text", "aria-label": prompt, placeholder: prompt, autocomplete: "off", "data-typed": true, inputmode: number ? "decimal" : "text" }
  const input = element("input", attributes)
  if (!labels.length || number) return [element("div", { class: "typed" }, input, element("kbd", {}, enters)), ...(scale ? [slider(scale)] : [])]
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", "flinch-labels"]]) input.setAttribute(name, value)
  const list = element("ul", { id: "flinch-labels", role: "listbox", "aria-label": "Labels", hidden: true })
  return [element("div", { class: "typed" }, input, element("kbd", {}, enters)), list]
}

// How far the cell is. Where several people judge a sample nobody may read off it what the others said.
function soFar(cell, decisions, reach) {
  if (cell.blind) return `You judged ${plural(decisions, "sample")} · quota ${cell.quota}, ${cell.closed ? "complete" : `about ${cell.done} % collected`}`
  const togo = cell.closed ? "complete" : reach ? `${cell.waiting} waiting` : need(cell)
  return `${cell.kept + cell.relabelled} of ${cell.quota} · ${togo}`
}

// How many more must be judged, or the chance that those that are left are enough.
function need({ waiting, togo, order, doubt }) {
  if (doubt || togo === null || togo > waiting) return doubt || `${waiting} waiting`
  return `${order ? "at least" : "about"} ${plural(togo, "text")} to judge`
}

// The counts behind it, which the tooltip says.
function inDetail(cell) {
  const doubt = (cell.disputed ? ` · ${cell.disputed} disputed` : "") + (cell.doubted ? ` · ${cell.doubted} doubted` : "")
  const carried = cell.carried ? `, ${cell.carried} of them carried over` : ""
  return `${cell.kept} kept + ${cell.relabelled} relabelled of ${cell.quota} · ${cell.checked} checked${carried}${doubt}${cell.order && ` · ${cell.order}`}`
}

// A heading and a sentence for a desk without a sample.
function nothingHere({ cell, reach, decisions, skipped, flags, lease }) {
  if (cell.halted) return [cell.halted, "Your decisions are saved. This page goes on by itself when a researcher starts the campaign."]
  const counts = cell.blind ? `You judged ${plural(decisions, "sample")} here.` : `${cell.kept} kept, ${cell.relabelled} relabelled and ${cell.discarded} discarded of ${cell.checked} checked.`
  const flagged = Object.keys(flags).length
  const own = [skipped && `skipped ${skipped}`, flagged && `flagged ${flagged}`].filter(Boolean).join(" and ")
  const sum = own ? `${counts} You ${own}.` : counts
  if (cell.closed) return ["This cell is complete", sum]
  if (cell.waiting) return ["No sample here is free at the moment", `${sum} Other people have the last samples on their screens. A sample is free again when its person closes the page, or after ${Math.round(lease / 60)} minutes without activity. This page goes on by itself.`]
  if (cell.pending) return ["You have judged all your samples here", `${sum} Other people judge the other samples.`]
  return ["All samples here are judged", `${sum} ${reach || `Prepare more samples to reach ${cell.quota}`}.`]
}

// Tagged texts: a chip for each word with the tag it has after the change; a chosen word can be given another tag.

class Tags {
  constructor(desk) {
    this.desk = desk
    this.drafts = new Map() // by candidate: tags that were changed and are not decided on yet; the browser's, once it is known
    this.chosen = -1
    this.shown = null
  }

  // Draws the words of this sample; nothing where its data set has no tags.
  show(item, scene) {
    const { paint } = this.desk
    const words = (scene.tagging && item?.words) || []
    if (item?.id !== this.shown) this.chosen = -1
    this.shown = item?.id
    this.item = words.length && words.length === this.carried(item).length ? item : null
    paint.show("tagging", Boolean(this.item))
    paint.show("gold-line", !scene.tagging)
    paint.write("keepname", this.changed ? "Save new tags" : scene.tagging ? "Keep the tags" : "Keep the label")
    if (this.item) paint.once("chips", [item.id, this.now, this.chosen], () => this.draw(scene.labels))
  }

  carried(item) {
    return item.gold.split(" ")
  }

  get now() {
    const [before, kept] = [this.carried(this.item), this.drafts.get(this.item.id)]
    return kept?.length === before.length ? kept : before
  }

  get changed() {
    return Boolean(this.item) && this.now.join(" ") !== this.item.gold
  }

  get label() {
    return this.now.join(" ")
  }

  // What became of how many words, for those who hear it.
  get summary() {
    const before = this.carried(this.item)
    return plural(this.now.filter((tag, i) => tag !== before[i]).length, "new tag")
  }

  move(by) {
    if (!this.item) return
    const last = this.item.words.length - 1
    this.choose(this.chosen < 0 ? (by > 0 ? 0 : last) : Math.min(Math.max(this.chosen + by, 0), last))
  }

  choose(i) {
    this.chosen = i
    this.desk.draw()
    this.desk.announce(`${this.item.words[i]}: ${this.now[i]}`)
    const chip = this.desk.paint.at.chips.children[i]
    if (this.desk.root.activeElement?.closest(".chips")) chip.focus({ preventScroll: true })
    chip.scrollIntoView({ block: "nearest" })
  }

  put(tag) {
    if (!this.item) return
    if (this.chosen < 0) return this.desk.refuse("Choose a word first: click it, or press the right arrow key.")
    this.drafts.set(this.item.id, begun(this.now.map((now, i) => (i === this.chosen ? tag : now)), this.desk.line.scene.labels))
    this.desk.paint.fold()
    this.desk.draw()
    this.desk.announce(`${this.item.words[this.chosen]}: ${this.now[this.chosen]}. ${this.summary}; ${this.desk.keys.printed("keep")} saves them.`)
  }

  draw(known) {
    const { paint } = this.desk
    const before = this.carried(this.item)
    const chips = this.item.words.map((word, i) => chip(word, this.now[i], before[i], i, this.chosen, known))
    const focused = this.desk.root.activeElement?.closest(".chips")
    paint.at.chips.replaceChildren(...chips)
    if (focused && this.chosen >= 0) chips[this.chosen].focus({ preventScroll: true })
    paint.show("retag", this.changed)
    const asked = this.chosen < 0 ? "Tag the word as" : `Tag “${this.item.words[this.chosen]}” as`
    for (const one of [paint.at.relabel, paint.at.labels]) one.setAttribute("data-asked", asked)
    for (const button of paint.at.labels.querySelectorAll("[data-value]")) {
      button.setAttribute("aria-pressed", String(button.dataset.value === this.now[this.chosen]))
    }
  }

  reset() {
    this.drafts.delete(this.item?.id)
    this.desk.draw()
  }
}

// Changed tags, kept in the browser like all that is typed.
class TagDrafts extends Drafts {
  constructor(place) {
    super(place, "tags")
  }

  get(candidate) {
    return super.get(candidate)?.split(" ")
  }

  set(candidate, tags) {
    super.set(candidate, tags.join(" "))
  }

  delete(candidate) {
    if (candidate) super.set(candidate, "")
  }
}

// The tags with every entity begun by B-, as Ramshaw & Marcus 1995 have it, where the data set has such tags.
function begun(tags, known) {
  const legal = []
  for (const tag of tags) {
    const before = legal.at(-1) ?? "O"
    const orphan = tag.startsWith("I-") && before.slice(2) !== tag.slice(2)
    legal.push(orphan && known.includes(`B${tag.slice(1)}`) ? `B${tag.slice(1)}` : tag)
  }
  return legal
}

function chip(word, tag, before, i, chosen, known) {
  const kinds = [...new Set(known.map(one => one.slice(2)))].filter(Boolean)
  const kind = tag === "O" ? "none" : String(kinds.indexOf(tag.slice(2)) % 5)
  const attributes = {
    type: "button", class: "chip", "data-do": "word", "data-value": String(i), "data-kind": kind,
    "aria-pressed": String(i === chosen), tabindex: i === Math.max(chosen, 0) ? "0" : "-1",
    title: tag === before ? null : `was ${before}`,
  }
  return element("button", attributes, element("span", {}, word), element("small", { class: tag === before ? null : "new" }, tag))
}

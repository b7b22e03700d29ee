// What is being typed, one text for each sample: kept in the browser with every letter, until the decision it goes with.

class Drafts extends Saved {
  constructor(place, kind = "note") {
    super(`flinch-${kind}/${place}/`)
  }

  of(candidate) {
    return this.get(candidate) ?? ""
  }
}

const preferences = new Saved("flinch-")

// What was typed on a sample that went to somebody else, or whose cell is done: it is handed back, to be sent as a flag on
// that sample or to be let go. Whoever is typing when it happens goes on typing there.

class Left {
  constructor(desk) {
    this.desk = desk
    this.shown = null // the candidate whose words are handed back
  }

  // What is known of samples that something is typed on; they may be gone when the page is loaded anew.
  at(place) {
    this.known = new Drafts(place, "typed")
    this.shown = null
  }

  typed({ id, ticket, snippet }) {
    this.known.write(id, { ticket, snippet, cell: this.desk.line.scene.cell.id })
  }

  settled(candidate) {
    this.known.set(candidate, "")
  }

  about(candidate) {
    return this.known.read(candidate)
  }

  words(candidate) {
    const { drafts, flagging } = this.desk
    return [flagging.of(candidate), drafts.of(candidate)].filter(words => words.trim()).join("\n")
  }

  // Samples of which the server is asked whose they are by now, as what this page holds.
  get asked() {
    return this.known ? this.known.names.filter(id => !this.desk.line.items.has(id)).map(id => `${id}:typed`) : []
  }

  // The server's word on whose samples are. `before` was on the screen until now.
  hear(before) {
    const { line, paint, root } = this.desk
    const box = [paint.at.note, paint.at.flagnote].find(each => each === root.activeElement)
    const typing = box && before && line.current !== before
    for (const id of this.known.names) {
      const about = this.about(id)
      const lost = line.scene.lost.includes(id) || (Boolean(about?.lost) && !line.scene.queue.includes(id))
      if (about && lost !== Boolean(about.lost)) this.known.write(id, { ...about, lost })
    }
    this.show(typing ? before : null)
    if (typing && this.shown === before) {
      const { selectionStart } = box
      paint.at.lefttext.focus()
      if (paint.at.lefttext.value === box.value) paint.at.lefttext.setSelectionRange(selectionStart, selectionStart)
    }
  }

  // Whether the words on this sample have no place any more.
  homeless(id) {
    const { line } = this.desk
    const about = this.about(id)
    if (!about || id === line.current || line.scene.queue.includes(id) || !this.words(id)) return false
    return about.lost || (about.cell === line.scene.cell.id && (line.scene.cell.closed || Boolean(line.scene.cell.halted)))
  }

  // The words on this sample, or on the one that is shown already, or on any other that has none.
  show(first) {
    const { paint } = this.desk
    const ids = this.known.names.filter(id => this.homeless(id))
    const id = [first, this.shown].find(each => ids.includes(each)) ?? ids[0] ?? null
    paint.show("leftover", id !== null)
    if (id === this.shown) return
    this.shown = id
    if (id === null) return
    paint.write("leftof", `Not sent: your text on “${this.about(id).snippet}” (you no longer have this sample)`)
    paint.at.lefttext.value = this.words(id)
  }

  // What is typed on there.
  typing(text) {
    const { drafts, flagging } = this.desk
    flagging.set(this.shown, "")
    drafts.set(this.shown, text)
  }

  // Sends the words as a flag on the sample they are about.
  flag() {
    const { outbox, wire, paint } = this.desk
    const id = this.shown
    const note = paint.at.lefttext.value.trim()
    if (!id || !note) return
    outbox.add({ candidate: id, ticket: this.about(id).ticket, verdict: "flag", note })
    this.drop("Sent as a flag. Progress lists the flag.")
    wire.sendSoon()
  }

  drop(said = "Your text is deleted.") {
    const { desk } = this
    if (!this.shown) return
    desk.focus()
    desk.settled(this.shown)
    desk.flagging.set(this.shown, "")
    this.show(null)
    desk.refuse(said)
    desk.alarm()
  }
}

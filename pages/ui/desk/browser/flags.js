// Flags: what one wants to talk about, in a few words. A flag decides nothing, and what is typed goes with the decision
// at the latest.

class Flags {
  constructor(desk) {
    this.desk = desk
  }

  // This person's flag on a candidate that is on its way or stored, if there is one.
  of(candidate) {
    const { line, outbox } = this.desk
    let flag = line.scene.flags[candidate]
    for (const event of outbox.events) {
      if (event.candidate === candidate && event.verdict === "flag") flag = event
      else if (event.undoes && event.undoes === flag?.id) flag = undefined
    }
    return flag
  }

  // What is typed for this sample and not sent yet; null where that is what its flag says.
  draft(candidate) {
    const typed = this.desk.flagging.get(candidate)
    return typed === null || typed.trim() === (this.of(candidate)?.note ?? "") ? null : typed
  }

  open() {
    const { paint, line, flagging } = this.desk
    if (!line.item) return
    paint.fold()
    paint.show("flagging", true)
    paint.show("unflag", Boolean(this.of(line.current)))
    paint.at.flagnote.value = flagging.get(line.current) ?? this.of(line.current)?.note ?? ""
    paint.at.flagnote.focus()
  }

  typed(text) {
    if (this.desk.line.item) this.desk.flagging.set(this.desk.line.current, text)
  }

  // Flags the sample on the screen; where it has this flag already nothing is sent.
  put() {
    const { line, paint } = this.desk
    const note = paint.at.flagnote.value.trim()
    if (!line.item) return
    this.send(line.item, note, this.of(line.current)?.note !== note)
    this.desk.flagged("Flagged for discussion. Decide as usual, or skip.")
  }

  send(item, note, fresh = true) {
    const { outbox, flagging } = this.desk
    if (fresh) outbox.add({ candidate: item.id, ticket: item.ticket, verdict: "flag", note })
    flagging.set(item.id, "")
  }

  // Whoever decides while a flag is being written means it too.
  beforeDeciding(item) {
    const draft = this.draft(item.id)
    if (draft?.trim()) this.send(item, draft.trim())
    else this.desk.flagging.set(item.id, "")
  }

  takeBack() {
    const { line, outbox, flagging } = this.desk
    const flag = line.item && this.of(line.current)
    if (!flag) return
    outbox.add({ candidate: line.current, ticket: line.item.ticket, verdict: "undo", undoes: flag.id, about: "flag" })
    flagging.set(line.current, "")
    this.desk.flagged("The flag is removed.")
  }

  // What is typed and stands on the card, for its box is closed; "" for nothing.
  get draftShown() {
    const { line, paint } = this.desk
    return (line.item && paint.at.flagging.hidden && this.draft(line.current)?.trim()) || ""
  }

  // The words on the sample's card: its flag, those of others where a link opened it, and what is being written.
  get words() {
    const { line } = this.desk
    if (!line.item) return ""
    const draft = this.draftShown
    if (draft) return `⚑ Sent with your decision: ${draft}`
    const flag = this.of(line.current)
    const own = flag ? [`⚑ Flagged for discussion${flag.note ? `: ${flag.note}` : ""}`] : []
    const others = line.scene.flagged.filter(({ candidate }) => candidate === line.current)
    return [...own, ...others.map(({ by, note }) => `⚑ ${by}${note ? `: ${note}` : ""}`)].join(" · ")
  }
}

// Whether an event of the outbox decides something: what is about a flag does not.
const decides = event => event.verdict !== "flag" && event.about !== "flag"

// Where a participant is: the first step that neither the server nor the outbox knows as done. Nothing is counted.

class Course {
  constructor(place) {
    this.saved = new Saved(`flinch-study/${place}/`)
    this.book = { steps: [], items: {}, forms: {}, parts: [] }
    this.done = { answers: {}, forms: [], parts: [] }
    this.again = null // an item that was answered and is looked at once more
  }

  receive({ book, done }) {
    if (book) this.book = book
    this.done = done ?? this.done
    if (!this.book.steps.some(step => step.id === this.again)) this.again = null
  }

  // What is answered, by the server's word and then by the outbox.
  answers(outbox) {
    const mine = outbox.events.filter(event => event.kind === "answered").map(({ item, answers }) => [item, answers])
    return { ...this.done.answers, ...Object.fromEntries(mine) }
  }

  // The names of questionnaires that are answered, or of parts that began.
  named(outbox, kind, stored) {
    return new Set([...stored, ...outbox.events.filter(event => event.kind === kind).map(({ name }) => name)])
  }

  // The step to be shown, null after the last one. A page that is only read is past once something after it is done.
  now(outbox) {
    const { steps } = this.book
    if (this.again) return steps.find(step => step.id === this.again)
    const answers = this.answers(outbox)
    const forms = this.named(outbox, "questionnaire", this.done.forms)
    const parts = this.named(outbox, "began", this.done.parts)
    const told = step => (step.kind === "item" ? step.id in answers : step.kind === "form" ? forms.has(step.form) : step.kind === "part" && parts.has(step.name))
    const last = steps.findLastIndex(told)
    return steps.find((step, n) => !told(step) && !(n < last && !this.asks(step)) && !this.seen(step.id)) ?? null
  }

  asks(step) {
    return step.kind === "item" || step.kind === "form"
  }

  // The answered item just before this step that may be answered anew: only the answer given last may be, so that from
  // one that is looked at once more there is no way further back.
  before(id) {
    if (this.again) return null
    const { steps } = this.book
    const earlier = steps[steps.findIndex(step => step.id === id) - 1]
    return this.book.back && earlier?.kind === "item" && !earlier.practice ? earlier.id : null
  }

  // How many texts are judged, and how many there are; practice does not count.
  progress(outbox) {
    const answers = this.answers(outbox)
    const texts = this.book.steps.filter(step => step.kind === "item" && !step.practice)
    return { judged: texts.filter(step => step.id in answers).length, all: texts.length }
  }

  seen(id) {
    return this.read("seen", []).includes(id)
  }

  see(id) {
    this.saved.write("seen", [...new Set([...this.read("seen", []), id])])
  }

  draft(name) {
    return this.read(`draft/${name}`, {})
  }

  keep(name, values) {
    this.saved.write(`draft/${name}`, values)
  }

  read(name, otherwise) {
    return this.saved.read(name) ?? otherwise
  }

  // Who came in by an open link, which led to one of their own: the open one leads back to it until they are through.
  come(door, mine) {
    this.saved.write("door", door)
    new Course(door).saved.write("mine", mine)
  }

  leave() {
    const door = this.read("door", "")
    if (door) new Course(door).forget()
    this.forget()
  }

  // Nothing of this participant stays in the browser.
  forget() {
    this.again = null
    for (const name of this.saved.names) this.saved.set(name, null)
  }
}

// The participant's page: on an answer it stores it in the outbox and paints the next screen at once; the server hears of
// it right after. The server's first word lies in the document, and messages go to the document's own address.

const DWELL = 350 // ms: a second tap sooner than this was not meant for the text that has just appeared
const TYPING = "textarea, select, input:not([type=radio])"
const PRESSED = "button, a, summary" // what Enter presses by itself

class Study {
  constructor(root) {
    this.root = root
    this.paint = new Paint(root)
    this.watch = new Watch()
    this.wire = new Wire(this)
    this.lesson = null // a training item that was just answered
    this.hear(JSON.parse(document.querySelector("#scene").textContent))
    this.listen()
    setInterval(() => this.tick(), 500)
  }

  listen() {
    this.root.addEventListener("click", event => this.click(event))
    this.root.addEventListener("input", event => this.enter(event))
    this.root.addEventListener("pointermove", event => this.paint.pointed(event))
    addEventListener("keydown", event => this.key(event), { capture: true })
    addEventListener("online", () => this.outbox.size && this.wire.send())
    document.addEventListener("visibilitychange", () => this.watch.turn(document.hidden))
  }

  get message() {
    return { place: this.outbox.place, events: this.outbox.message, held: this.course.book.version ?? "" }
  }

  // Whether something is to be sent, or the server said that it can neither read nor save.
  get waiting() {
    return this.outbox.size || this.troubled
  }

  // The server's word: what it stored, and all that this participant is asked.
  hear(scene) {
    if (scene.program !== PARTS.version) return location.reload() // the server is another by now; what waits is kept
    if (scene.mine) history.replaceState(null, "", `?t=${encodeURIComponent(scene.mine)}`)
    this.wire.lead(location.href)
    this.settle(scene.acknowledged)
    if (this.outbox?.place !== scene.place) {
      this.outbox = new Outbox(scene.place)
      this.course = new Course(scene.place)
      this.settle(scene.acknowledged)
    }
    this.troubled = scene.state === "trouble"
    if (this.troubled && this.scene) return
    this.outbox.refused = scene.refused
    this.scene = scene
    this.course.receive(scene)
    if (scene.mine) this.course.come(scene.door, scene.mine)
    if (scene.state === "gone" || scene.state === "done") this.course.leave()
    this.refuse(scene)
    if (this.outbox.size || this.lacking) this.wire.sendSoon()
  }

  // These are saved; what was typed of a questionnaire is kept until then.
  settle(ids) {
    const saved = this.outbox?.events.filter(({ id }) => ids.includes(id)) ?? []
    for (const { kind, name } of saved) if (kind === "questionnaire") this.course.keep(name, null)
    this.outbox?.settle(ids)
  }

  // What can't be taken would not be taken later either: its screen comes back, with what was typed and a word why.
  refuse({ refused, state }) {
    const why = this.outbox.events.filter(({ id }) => id in refused).map(({ id }) => refused[id])
    this.outbox.settle(Object.keys(refused))
    this.draw()
    if (why.length && state === "open") this.paint.say(why[0])
  }

  // Whether the server takes this page for one that holds what is asked.
  get lacking() {
    return this.scene.state === "open" && this.course.book.version !== this.scene.version
  }

  tick() {
    this.wire.tick()
    this.say()
  }

  say() {
    const { outbox, wire, paint, scene } = this
    const answering = ["open", "done"].includes(scene.state) && !this.leaving
    const given = outbox.events.some(({ kind }) => ["answered", "questionnaire"].includes(kind))
    paint.saved(outbox.size, wire.late, wire.back, answering, given)
  }

  add(event) {
    this.outbox.add({ milliseconds: this.watch.milliseconds, ...event })
    this.draw()
    this.wire.sendSoon()
  }

  get leaving() {
    return this.outbox.events.some(event => event.kind === "withdrew")
  }

  get step() {
    return this.course.now(this.outbox)
  }

  part(step) {
    return this.course.book.parts[step.part]
  }

  // The instructions of the study and of this part, while texts of it are judged.
  get help() {
    const { step } = this
    return step?.kind === "item" ? [...this.course.book.instructions, ...this.part(step).instructions] : []
  }

  // What was answered to this item: lately, and not sent off yet, or before.
  given(step) {
    return { ...this.course.answers(this.outbox)[step.id], ...this.course.draft(step.id) }
  }

  draw() {
    const { scene, course, outbox, paint } = this
    paint.frame(scene, this.leaving ? null : course.progress(outbox), this.lesson ?? this.step, this.help)
    this.say()
    const [name, screen] = this.screen()
    if (paint.screen(name, screen)) this.watch.start()
  }

  // The name of what is to be seen, and how it is made when it is not on the screen yet.
  screen() {
    const { scene, outbox, course } = this
    const waiting = outbox.events.some(event => event.kind === "consented")
    if (scene.state === "gone") return ["gone", goneScreen]
    if (scene.state === "halted") return [`halted ${scene.sentence}`, () => haltedScreen(scene)]
    if (scene.state === "trouble") return ["trouble", () => busyScreen("The study is not available at the moment …")]
    if (this.leaving) return ["leaving", () => busyScreen("Deleting your answers …")]
    if (scene.state === "consent") return waiting ? ["waiting", () => busyScreen("One moment …")] : ["consent", () => consentScreen(scene, Boolean(course.read("mine", "")))]
    if (scene.state === "done" && !outbox.size) return ["done", () => thanksScreen(scene)]
    if (!course.book.version) return ["waiting", () => busyScreen("One moment …")]
    if (this.lesson) return [`lesson ${this.lesson.id}`, () => this.taught(this.lesson)]
    const { step } = this
    return step ? [`${step.kind} ${step.id}`, () => this.stepped(step)] : ["last", () => busyScreen("Saving your last answers …")]
  }

  stepped(step) {
    const { course, outbox } = this
    const { book } = course
    if (step.kind === "item") return itemScreen(step, book.items[step.id], this.part(step), this.given(step), course.before(step.id))
    if (step.kind === "form") return formScreen(book.forms[step.form], course.draft(step.form), course.before(step.id))
    if (step.kind === "part") return partScreen(this.part(step), course, outbox, !step.part, course.before(step.id))
    return textScreen(step)
  }

  taught(step) {
    return feedbackScreen(this.course.book.items[step.id], this.part(step), this.course.answers(this.outbox)[step.id])
  }

  answer(step, answers) {
    const again = this.course.again === step.id
    this.course.keep(step.id, null)
    this.course.again = null
    if (step.practice) this.lesson = step
    this.add({ kind: "answered", item: step.id, answers, again })
  }

  choose(value) {
    const { step } = this
    const part = this.part(step)
    this.answer(step, { [part.questions[0].id]: Number(value) })
  }

  // On from an item whose answers all stand there.
  next() {
    const { step } = this
    const { questions } = this.part(step)
    const before = this.course.answers(this.outbox)[step.id]
    const given = questions.length === 1 ? before : entered(this.paint.at.screen, questions)
    if (questions.length > 1 && !this.whole(questions, given)) return
    if (before && questions.every(({ id }) => before[id] === given[id])) {
      this.course.again = null
      return this.draw()
    }
    this.answer(step, given)
  }

  submit() {
    const { step } = this
    const { items } = this.course.book.forms[step.form]
    const given = entered(this.paint.at.screen, items)
    if (!this.whole(items, given)) return
    this.add({ kind: "questionnaire", name: step.form, responses: responses(items, given) })
  }

  // Whether all is answered that has to be; what is not is said where it stands.
  whole(asked, given) {
    const faults = asked.map(one => [one.id, fault(one, given[one.id])]).filter(([, why]) => why)
    this.paint.faults(faults)
    return !faults.length
  }

  // What is entered and not sent off yet is kept with every letter.
  enter(event) {
    const { step } = this
    if (!step || !event.target.dataset.ask) return
    event.target.setAttribute("data-touched", "")
    const asked = step.kind === "form" ? this.course.book.forms[step.form].items : this.part(step).questions
    const given = entered(this.paint.at.screen, asked)
    this.course.keep(step.form ?? step.id, given)
    this.paint.chosen(event.target, asked.find(({ id }) => id === event.target.dataset.ask), given)
  }

  click(event) {
    if (event.target.type === "range") this.enter(event) // a tap on the very place where the slider stood
    const pressed = event.target.closest("[data-do]")
    if (!pressed) return
    const { do: name, value } = pressed.dataset
    if (["choose", "next"].includes(name) && event.detail > 0 && this.watch.shown < DWELL) return
    this.perform(name, value)
  }

  perform(name, value) {
    const { step, course } = this
    if (name === "choose") this.choose(value)
    else if (name === "next") this.next()
    else if (name === "submit") this.submit()
    else if (name === "agree") this.add({ kind: "consented" })
    else if (name === "resume") location.search = `?t=${encodeURIComponent(course.read("mine", ""))}`
    else if (name === "see") this.see(step)
    else if (name === "learnt") this.go({ lesson: null })
    else if (name === "back") this.go({ again: course.before(step.id) })
    else if (name === "leave" || name === "stay") this.paint.leaving(name === "leave")
    else if (name === "withdraw") this.withdraw()
    else if (name === "copy") this.copy()
  }

  go({ again = null, lesson = null }) {
    this.course.again = again
    this.lesson = lesson
    this.draw()
  }

  see(step) {
    this.course.see(step.id)
    step.kind === "part" ? this.add({ kind: "began", name: step.name }) : this.draw()
  }

  // All that waits here is dropped at once; the server removes the rest.
  withdraw() {
    this.outbox.settle(this.outbox.events.map(event => event.id))
    this.course.forget()
    this.paint.leaving(false)
    this.add({ kind: "withdrew" })
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.scene.code)
      this.paint.say("The code is copied.")
    } catch {
      this.paint.say("This page can’t copy the code. Please select the code and copy it yourself.")
    }
  }

  // A digit answers the question of a text, and Enter goes on; nothing happens while somebody types, or is asked whether
  // to withdraw.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
    if (!this.paint.at.leaving.hidden) return
    const within = event.composedPath()[0]
    if (within instanceof Element && within.matches(TYPING)) return
    const onward = event.key === "Enter" && !(within instanceof Element && within.matches(PRESSED)) && this.paint.onward
    const pressed = onward || (/^[1-9]$/.test(event.key) && this.paint.option(Number(event.key) - 1))
    if (!pressed) return
    event.preventDefault()
    event.stopPropagation()
    pressed.click()
  }
}

const root = document.querySelector("main").attachShadow({ mode: "open" })
const style = element("style", {}, PARTS.css)
root.append(style, document.createRange().createContextualFragment(PARTS.html))
new Study(root)

// The frame of a preview is as high as what stands in it.
const frame = window.frameElement
const page = document.documentElement
if (frame) new ResizeObserver(() => page.offsetHeight && (frame.style.height = `${page.offsetHeight}px`)).observe(page)

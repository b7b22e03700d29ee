// The deck: the buttons, at the bottom of the window whatever the sample's length, with the text scrolling above them.

class Deck {
  constructor(root, deck) {
    this.style = root.querySelector(".desk").style
    this.work = root.querySelector(".work")
    this.deck = deck
    this.set = {}
    this.observer = new ResizeObserver(() => this.fit())
    for (const one of [this.work, this.deck, root.querySelector("header")]) this.observer.observe(one)
    this.fitting = () => this.fit()
    addEventListener("resize", this.fitting)
    this.scroller = null
    this.scrolled = event => event.target.contains?.(root.host) && (this.scroller = event.target)
    addEventListener("scroll", this.scrolled, { capture: true, passive: true })
  }

  // Tells the style sheet how wide the column is, how high the buttons are and what is left for the sample.
  fit() {
    const { width, top } = this.work.getBoundingClientRect()
    const height = this.deck.offsetHeight
    const above = top + (this.scroller?.scrollTop ?? 0)
    this.write("--width", width)
    this.write("--deck", height)
    this.write("--room", Math.max(0, innerHeight - above - height))
  }

  write(name, pixels) {
    const text = `${Math.round(pixels)}px`
    if (this.set[name] !== text) this.style.setProperty(name, (this.set[name] = text))
  }

  // A new sample is read from its beginning.
  rewind() {
    if (this.scroller?.scrollTop) this.scroller.scrollTop = 0
  }

  close() {
    this.observer.disconnect()
    removeEventListener("resize", this.fitting)
    removeEventListener("scroll", this.scrolled, { capture: true })
  }
}

// The way to what changed, where the text is so long that nothing of it is on the screen.
class Changes {
  constructor(root, at) {
    this.root = root
    this.at = at
    this.seen = new Set()
  }

  get marks() {
    return [...this.root.querySelectorAll(".changed > .text:last-child :is(ins, del)")]
  }

  // A sample was drawn: its marks are watched.
  look() {
    this.forget()
    const margin = `-60px 0px -${this.at.deck.offsetHeight}px 0px` // what lies over the sample shows none of it
    this.observer = new IntersectionObserver(found => this.hear(found), { rootMargin: margin })
    for (const mark of this.marks) this.observer.observe(mark)
  }

  forget() {
    this.observer?.disconnect()
    this.seen.clear()
    this.at.jump.hidden = true
  }

  hear(found) {
    for (const { target, isIntersecting } of found) isIntersecting ? this.seen.add(target) : this.seen.delete(target)
    this.at.jump.hidden = this.seen.size > 0
  }

  // To the next change below, after the last one to the first.
  next() {
    const edge = innerHeight - this.at.deck.offsetHeight
    const below = this.marks.find(mark => mark.getBoundingClientRect().top >= edge)
    const target = below ?? this.marks[0]
    target?.scrollIntoView({ block: "center" })
    return Boolean(target)
  }
}

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

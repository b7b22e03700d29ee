// The size of the samples' text, kept in the browser.

const SIZES = [0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5] // times the usual
const USUAL = SIZES.indexOf(1)

class Zoom {
  constructor(desk) {
    this.desk = desk
    const kept = SIZES.indexOf(Number(preferences.get("zoom")))
    this.at = kept < 0 ? USUAL : kept
    this.draw()
  }

  step(by) {
    const next = by ? this.at + by : USUAL
    if (!(next in SIZES)) return this.desk.refuse(by > 0 ? "The text can't be larger." : "The text can't be smaller.")
    this.at = next
    preferences.set("zoom", String(SIZES[next]))
    this.draw()
    this.desk.announce(`Text at ${Math.round(100 * SIZES[next])} %.`)
  }

  draw() {
    this.desk.root.querySelector(".desk").style.setProperty("--zoom", SIZES[this.at])
  }
}

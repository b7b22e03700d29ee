// A number as the new label: typed, or set on a slider where the data set has a scale. It is kept while it is thought about.

class Scale {
  constructor(desk) {
    this.desk = desk
  }

  get slider() {
    return this.desk.root.querySelector("[data-slider]")
  }

  // What was typed or set for the sample on the screen; null for nothing.
  get typed() {
    const { line, numbers } = this.desk
    return line.item && line.scene.number ? numbers.get(line.current) : null
  }

  // The same as the data set would write it; "" for what is no number or lies outside the scale.
  get value() {
    return number(this.typed ?? "", this.desk.line.scene.scale)
  }

  // Whether there is something that is not the label already, be it a number or not.
  get changed() {
    const { item } = this.desk.line
    return Boolean(this.typed?.trim()) && (!this.value || !item.gold || Number(this.value) !== Number(item.gold))
  }

  show(item, scene) {
    const { paint, entry } = this.desk
    if (!scene.number || !item) return
    paint.write("keepname", this.changed && this.value ? `Save ${this.value}` : "Keep the label")
    paint.once("scale", [item.id, item.gold, this.typed, scene.scale], () => {
      if (entry.input && entry.input.value !== (this.typed ?? "")) entry.input.value = this.typed ?? ""
      if (!this.slider) return
      this.slider.value = this.value || item.gold
      this.slider.setAttribute("aria-valuetext", this.changed && this.value ? this.value : `${item.gold}, the current label`)
    })
  }

  // Every letter and every step of the slider is kept.
  put(text) {
    if (!this.desk.line.item) return
    this.desk.numbers.set(this.desk.line.current, text)
    this.show(this.desk.line.item, this.desk.line.scene)
  }

  move(by) {
    const { item, scene } = this.desk.line
    if (!item || !scene.scale) return
    const [low, high] = scene.scale
    const step = stepOf(scene.scale)
    const from = Number(this.value || item.gold || (low + high) / 2)
    const to = Math.min(Math.max(from + by * step, low), high)
    this.put(String(Number(to.toFixed(decimals(step)))))
    this.desk.announce(this.changed ? `${this.value}: ${this.desk.keys.printed("keep")} saves it.` : `${this.value}, the current label.`)
  }

  reset() {
    this.put("")
  }
}

// A fiftieth of the scale, as a round number: 0.1 from 0 to 5.
const stepOf = ([low, high]) => 10 ** Math.round(Math.log10((high - low) / 50))
const decimals = step => Math.max(0, -Math.round(Math.log10(step)))

function slider(scale) {
  const [min, max] = scale
  const attributes = { type: "range", min, max, step: stepOf(scale), "data-slider": true, "aria-label": `New number, ${min} to ${max}` }
  const ends = element("div", { class: "ends", "aria-hidden": "true" }, element("span", {}, String(min)), element("kbd", {}, "← →"), element("span", {}, String(max)))
  return element("div", { class: "scale" }, element("input", attributes), ends)
}

// What researchers wrote, and the texts of an item.

const prose = nodes => element("div", { class: "prose" }, ...nodes.map(written))

function run([text, mark]) {
  if (mark === "ins") return element("ins", {}, unseen(" [new:] "), text, unseen(" [end] "))
  if (mark === "del") return element("del", {}, unseen(" [removed:] "), text, unseen(" [end] "))
  return text
}

// One version of a sample: its fields one under the other, named where there are several.
function version(title, fields) {
  const several = fields.length > 1
  const shown = fields.map(({ name, runs }) =>
    element("div", {}, several ? element("p", { class: "small" }, name) : "", element("p", { class: "text", dir: "auto" }, ...runs.map(run))),
  )
  return element("section", { class: "version" }, element("h3", { class: "small" }, title), ...shown)
}

function sample({ original, changed, unmarked, label }) {
  const both = original ? [version("Original text", original), version("Changed text", changed)] : [version("Text", changed)]
  const made = element("article", { class: "card" }, element("div", { class: original ? "pair" : "" }, ...both))
  if (unmarked) made.append(element("p", { class: "small" }, "These texts are too long, so the changes are not marked."))
  if (label) made.append(element("p", { class: "label" }, element("span", { class: "small" }, "Label "), element("b", {}, label)))
  return made
}

const button = (name, act, kind = "") => element("button", { type: "button", class: `press ${kind}`, "data-do": act }, name)

const buttons = (...made) => element("div", { class: "row" }, ...made.filter(Boolean))

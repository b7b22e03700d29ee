// What researchers wrote in Markdown, and the texts of an item. The server parsed it; here it becomes elements of these
// kinds only, and what stands in them enters as text.

const PLAIN = new Set(["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "br", "hr"])
const REACHED = /^(https?:|mailto:)/i

function blocks(nodes) {
  return nodes.map(node => {
    if (typeof node === "string") return node
    const { tag, href = "", children = [] } = node
    if (tag === "a") return anchor(href, blocks(children))
    return PLAIN.has(tag) ? element(tag, {}, ...blocks(children)) : element("span", {}, ...blocks(children))
  })
}

function anchor(href, inner) {
  if (!REACHED.test(href)) return element("span", {}, ...inner)
  return element("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...inner)
}

const prose = nodes => element("div", { class: "prose" }, ...blocks(nodes))

const unseen = text => element("span", { class: "unseen" }, text)

function run([text, mark]) {
  if (mark === "ins") return element("ins", {}, unseen(" [new:] "), text, unseen(" [end] "))
  if (mark === "del") return element("del", {}, unseen(" [taken away:] "), text, unseen(" [end] "))
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

function sample({ original, changed, label }) {
  const both = original ? [version("Original text", original), version("Changed text", changed)] : [version("Text", changed)]
  const made = element("article", { class: "card" }, element("div", { class: original ? "pair" : "" }, ...both))
  if (label) made.append(element("p", { class: "label" }, element("span", { class: "small" }, "Label "), element("b", {}, label)))
  return made
}

const button = (name, act, kind = "") => element("button", { type: "button", class: `press ${kind}`, "data-do": act }, name)

const buttons = (...made) => element("div", { class: "row" }, ...made.filter(Boolean))

// Markdown that people wrote, as the server read it: a text, or [element, address, nodes]. Elements of these kinds only are
// made, links lead to these kinds of places only, and what stands in them enters as text.

const PLAIN = new Set("h2 h3 h4 h5 p ul ol li strong em code pre blockquote br hr table thead tbody tr th td".split(" "))
const REACHED = /^(https?:|mailto:)/i

function written(node) {
  if (typeof node === "string") return node
  const [name, address, within] = node
  const inner = within.map(written)
  if (name === "a" && REACHED.test(address)) return element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...inner)
  return element(PLAIN.has(name) ? name : "span", {}, ...inner)
}

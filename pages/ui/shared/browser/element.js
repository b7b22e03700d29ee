// An element of the page; what comes from data or people enters as text nodes only.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value)
  }
  made.append(...children)
  return made
}

const unseen = text => element("span", { class: "unseen" }, text)

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`

// The elements that have names (data-at): written to and shown only where something differs.
class Places {
  constructor(root) {
    this.root = root
    this.at = Object.fromEntries([...root.querySelectorAll("[data-at]")].map(found => [found.dataset.at, found]))
  }

  write(name, text) {
    if (this.at[name].textContent !== text) this.at[name].textContent = text
  }

  show(name, shown) {
    if (this.at[name].hidden === shown) this.at[name].hidden = !shown
  }
}

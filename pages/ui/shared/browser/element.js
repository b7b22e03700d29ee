// An element of the page; what comes from data or people enters as text nodes only.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value)
  }
  made.append(...children)
  return made
}

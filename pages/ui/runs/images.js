// Has Plotly draw the figure anew, as a picture with a title and a margin, and hands it over in the page's own font.
export default function ({ data, parentElement }) {
  document.addEventListener("pointerdown", touched, true) // the same function is never added twice
  for (const button of parentElement.querySelectorAll("button")) button.onclick = () => save(data, button.dataset.format)
  const watcher = new ResizeObserver(seen => seen.forEach(({ target }) => reachable(target)))
  for (const frame of document.querySelectorAll('[class*="-frame "]')) watcher.observe(frame)
  return () => watcher.disconnect()
}

// A figure that is wider than the screen is scrolled by the arrow keys too, once the keyboard can get there.
function reachable(frame) {
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
  else frame.removeAttribute("tabindex")
}

// Plotly selects what was pointed at before the click, so that a finger had to tap twice: point there first.
function touched({ target, pointerType, clientX, clientY }) {
  if (pointerType === "touch" && target.closest?.(".js-plotly-plot .nsewdrag"))
    target.dispatchEvent(new MouseEvent("mousemove", { clientX, clientY, bubbles: true, view: window }))
}

async function save({ frame, name, layout: asJson, traces }, format) {
  const layout = JSON.parse(asJson)
  const data = JSON.parse(traces) ?? document.querySelector(`.st-key-${frame} .js-plotly-plot`).data
  const size = { width: layout.width, height: layout.height }
  const address = await window.Plotly.toImage({ data, layout }, { format: "svg", ...size })
  const drawn = decodeURIComponent(address.slice(address.indexOf(",") + 1))
  const style = await font()
  const svg = new Blob([drawn.replace(/<svg[^>]*>/, opening => opening + style)], { type: "image/svg+xml" })
  hand(format === "svg" ? svg : await painted(svg, size), `${name}.${format}`)
}

// An SVG that is opened elsewhere, or painted as an image, has only the fonts it brings along.
async function font() {
  const rules = [...document.styleSheets].flatMap(sheet => {
    try { return [...sheet.cssRules].map(rule => [rule, sheet.href || document.baseURI]) } catch { return [] }
  })
  const found = rules.find(([rule]) => rule instanceof CSSFontFaceRule
    && rule.style.getPropertyValue("font-family").includes("Source Sans") && rule.style.fontStyle !== "italic")
  if (!found) return ""
  const [rule, base] = found
  const file = await (await fetch(new URL(rule.style.getPropertyValue("src").match(/url\("([^"]+)"/)[1], base))).blob()
  const face = await new Promise(done => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result)
    reader.readAsDataURL(file)
  })
  return `<style>@font-face{font-family:"Source Sans";font-weight:100 900;src:url(${face})}</style>`
}

async function painted(svg, { width, height }) {
  const image = new Image()
  image.src = URL.createObjectURL(svg)
  await image.decode()
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height })
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  return new Promise(done => canvas.toBlob(done, "image/png"))
}

function hand(file, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name })
  link.click()
  URL.revokeObjectURL(link.href)
}

// What a component is made of in the browser comes once with its data; otherwise it would come again with each answer,
// and weigh more than ten times what the answer says. This window keeps it, and where that is wanted the browser does for
// the next visit: a cookie tells the server so. What was kept is run only if it has the very content the server names.
const programs = (window.flinchPrograms ??= new Map())
const dressed = new WeakMap() // the version that each place shows

async function run(parts) {
  const url = URL.createObjectURL(new Blob([parts.js], { type: "text/javascript" }))
  const { default: start } = await import(url)
  URL.revokeObjectURL(url)
  return { ...parts, start }
}

function keep(name, version, parts) {
  try {
    localStorage.setItem(name, JSON.stringify(parts))
    if (crypto.subtle) document.cookie = `${name}=${version}; path=/; max-age=31536000; SameSite=Lax`
  } catch {
    // no storage here: it comes again with the next visit
  }
}

async function kept(name, version) {
  try {
    const parts = JSON.parse(localStorage.getItem(name))
    const bytes = new TextEncoder().encode([parts.html, parts.css, parts.js].join("\0"))
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    const found = Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("")
    return found === version ? run(parts) : null
  } catch {
    return null
  }
}

function show(component, version, { html, css, start }) {
  const root = component.parentElement
  const before = dressed.get(root)
  if (before && before !== version) return location.reload() // the server is another by now; what waits is kept
  if (!before) {
    const style = document.createElement("style")
    style.textContent = css
    root.append(style, document.createRange().createContextualFragment(html))
    dressed.set(root, version)
  }
  return start(component)
}

function fetched(as, version, parts) {
  if (parts && as) keep(as, version, parts)
  const program = {}
  program.ready = (parts ? run(parts) : kept(as, version)).then(found => (program.found = found))
  return program
}

export default function (component) {
  const { kept: as, version, parts } = component.data.program
  let program = programs.get(version)
  if (!program || (parts && program.found === null)) programs.set(version, (program = fetched(as, version, parts)))
  if (program.found) return show(component, version, program.found)
  let close
  program.latest = component
  program.ready.then(found => {
    if (program.latest !== component) return
    if (found) close = show(component, version, found)
    else component.setStateValue("outbox", { program: "" }) // asks for it
  })
  return () => close?.()
}

// The page within Streamlit's, for a researcher who looks at it.
const pages = new WeakMap()

export default function (component) {
  const root = component.parentElement
  if (!pages.has(root)) pages.set(root, new Study(root))
  const page = pages.get(root)
  page.send = message => component.setStateValue("outbox", message)
  page.receive(component.data)
  // Streamlit may call this for a visit that a newer one has replaced: the page stays as long as it is in the window.
  return () => root.host.isConnected || page.close()
}

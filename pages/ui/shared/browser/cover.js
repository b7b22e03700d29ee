// Streamlit's own word of a lost connection lies over the page and lets nobody go on. Whatever goes on without the
// server says so itself: the word is closed. Other windows stay.
function uncover(host) {
  const windows = [...document.querySelectorAll("[data-testid=stDialog]")]
  const lost = windows.filter(one => /connection error/i.test(one.textContent))
  for (const one of lost) one.querySelector("[aria-label=Close]")?.click()
  if (!lost.length || lost.length < windows.length) return
  for (let at = host; at; at = at.parentElement) if (at.inert) at.inert = false
}

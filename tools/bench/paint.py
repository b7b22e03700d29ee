"""How soon after a key a page is painted, and the empty page that says what the browser itself takes for that."""

from typing import Any

from tools.bench.browser import VIEWPORT

# A message posted in an animation frame is delivered after that frame was painted.
PAINTED = """() => {
  window.painted = []
  addEventListener("keydown", event => {
    const began = event.timeStamp
    requestAnimationFrame(() => {
      const after = new MessageChannel()
      after.port1.onmessage = () => painted.push(performance.now() - began)
      after.port2.postMessage(0)
    })
  }, true)
}"""
EMPTY = """<p>0</p><script>
  const text = document.querySelector("p").firstChild
  addEventListener("keydown", () => { text.data = Number(text.data) + 1 })
</script>"""


def empty_page(browser: Any) -> Any:
    """A page of its own where a key changes one text and nothing else, watched."""
    page = browser.new_page(viewport=VIEWPORT)
    page.set_content(EMPTY)
    page.evaluate(PAINTED)
    return page


def painted(page: Any) -> list[float]:
    """Milliseconds from each key that a watched page got until it was painted."""
    return [float(value) for value in page.evaluate("painted")]

"""Layout shift: how far things on a page move without anybody's doing, as browsers measure it."""

from playwright.sync_api import Page

MOST_SHIFTED = 0.02  # of a page that stands still for whoever looks at it

# Shifts within half a second after something was pressed are expected and do not count.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
      const moved = sources.map(({node}) => node?.className?.baseVal ?? node?.className ?? node?.nodeName);
      if (!hadRecentInput) window.shifts.push([value, moved.join(', ')]);
    }
  }).observe({type: 'layout-shift', buffered: true});
}"""


def shifted(page: Page) -> float:
    """The sum of all shifts since the page was opened."""
    total: float = page.evaluate("() => window.shifts.reduce((sum, [value]) => sum + value, 0)")
    return round(total, 4)

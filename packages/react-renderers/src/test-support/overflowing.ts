/** Returns elements that extend beyond a box on either side, as lines. Content of scrolling or clipping elements is excluded. */
export function overflowing(box: Element): string[] {
  const { left, right } = box.getBoundingClientRect()
  return [...box.querySelectorAll('*')]
    .filter((element) => {
      const rect = element.getBoundingClientRect()
      return rect.width > 0 && (rect.right > right + 1 || rect.left < left - 1) && !clipped(element, box)
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

function clipped(element: Element, box: Element): boolean {
  for (let above = element.parentElement; above && above !== box; above = above.parentElement) if (getComputedStyle(above).overflowX !== 'visible') return true
  return false
}

/** Elements that stick out of a box at either side, as lines; what stands in something that scrolls or clips does not. */
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

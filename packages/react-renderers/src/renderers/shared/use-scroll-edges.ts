import { useIsomorphicLayoutEffect } from './use-before-paint.ts'

/** Maximum fraction of the width of a frame for a fixed first column. */
const MAX_FIXED = 0.5

/**
 * Sets attributes on a frame that scrolls horizontally: `data-more-end` and `data-more-start` if content is hidden there, and `data-fixed`
 * if there is room for a first column that stays in view.
 */
export function useScrollEdges(frame: HTMLElement | null): void {
  useIsomorphicLayoutEffect(() => {
    if (!frame) return undefined
    const mark = () => {
      const before = Math.abs(frame.scrollLeft)
      const after = frame.scrollWidth - frame.clientWidth - before
      frame.toggleAttribute('data-more-start', before > 1)
      frame.toggleAttribute('data-more-end', after > 1)
      frame.toggleAttribute('data-fixed', before + after > 1 && firstColumnWidth(frame) <= frame.clientWidth * MAX_FIXED)
    }
    mark()
    const observer = new ResizeObserver(mark)
    observer.observe(frame)
    const [table] = frame.children
    if (table) observer.observe(table)
    frame.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', mark)
    }
  }, [frame])
}

/** Returns the width of the first column, including the preceding column of checkboxes. */
function firstColumnWidth(frame: HTMLElement): number {
  const [first, second] = frame.querySelectorAll<HTMLElement>('thead > tr:first-child > *')
  return (first?.offsetWidth ?? 0) + (first?.classList.contains('pf-data-tick') ? (second?.offsetWidth ?? 0) : 0)
}

import type { MouseEvent } from 'react'

/**
 * Follows a footnote link within its own text. The URL stays as it is, because its hash may be a route of the app, and elements of the page
 * or of other texts with the same id are never found.
 */
export function scrollToNote(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const link = event.currentTarget
  const id = link.getAttribute('href')?.slice(1) ?? ''
  const target = link.closest('.pf-md')?.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  if (!target) return
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!target.matches('a')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest', behavior: reducedMotion ? 'auto' : 'smooth' })
}

import type { MouseEvent } from 'react'

/**
 * Follows a link to an element of the same text. The URL is not changed, because its hash may be a route of the app. Elements of the page
 * or of other texts with the same id are never found. `text` is the selector of the text, `block` the position to which the element is
 * scrolled.
 */
export function followAnchor(event: MouseEvent<HTMLAnchorElement>, { text, block }: { text: string; block: ScrollLogicalPosition }): void {
  event.preventDefault()
  const link = event.currentTarget
  const id = link.getAttribute('href')?.slice(1) ?? ''
  const target = link.closest(text)?.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  if (!target) return
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!target.matches('a')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block, behavior: reducedMotion ? 'auto' : 'smooth' })
}

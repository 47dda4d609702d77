import { createAnnouncer } from './announcer.ts'

const regions = new WeakMap<Element, (text: string) => void>()

/** Says something to screen readers through the page's live region, one text at a time; nothing without a region. */
export function announce(region: Element | null | undefined, text: string): void {
  if (!region) return
  const say =
    regions.get(region) ??
    createAnnouncer((shown) => {
      region.textContent = shown
    })
  regions.set(region, say)
  say(text)
}

const gap = 6
const margin = 8

/** Places a card below an element, or above it if there is no room, within the viewport. Sizes are read once, before the styles change. */
export function placeBeside(card: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect()
  const { width, height } = card.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isBelow = around.bottom + gap + height + margin <= clientHeight || around.top < height + gap + margin
  const top = isBelow ? around.bottom + gap : around.top - gap - height
  const isReversed = getComputedStyle(anchor).direction === 'rtl'
  const left = isReversed ? around.right - width : around.left
  card.style.top = `${Math.round(Math.max(margin, Math.min(top, clientHeight - height - margin)))}px`
  card.style.left = `${Math.round(Math.max(margin, Math.min(left, clientWidth - width - margin)))}px`
}

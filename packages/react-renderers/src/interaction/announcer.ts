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

/** At most one text in `gapMs`; of several that wait the newest is said, since it is what holds now. */
export function createAnnouncer(show: (text: string) => void, gapMs = 1_000, schedule: (work: () => void, ms: number) => void = setTimeout) {
  let current = ''
  let waiting: string | undefined
  let isPausing = false

  function say(text: string) {
    // The same words again would not be read out.
    current = text === current ? `${text}\u00a0` : text
    isPausing = true
    show(current)
    schedule(() => {
      isPausing = false
      const next = waiting
      waiting = undefined
      if (next !== undefined) say(next)
    }, gapMs)
  }
  return (text: string) => {
    if (isPausing) waiting = text
    else say(text)
  }
}

const regions = new WeakMap<Element, (text: string) => void>()

/** Announces a text to screen readers through the live region of the page. Does nothing without a region. */
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

/** Announces at most one text per `gapMs`. When several texts are waiting, only the newest is announced. */
export function createAnnouncer(show: (text: string) => void, gapMs = 1_000, schedule: (work: () => void, ms: number) => void = setTimeout) {
  let current = ''
  let waiting: string | undefined
  let isPausing = false

  function say(text: string) {
    // Screen readers do not announce a text that is unchanged.
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

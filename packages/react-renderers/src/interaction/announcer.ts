/** Says things to screen readers through one region, one at a time. */
export interface Announcer {
  say(text: string): void
  subscribe(listener: () => void): () => void
  current(): string
}

/** At most one text in `gapMs`; of several that wait the newest is said, since it is what holds now. */
export function createAnnouncer(gapMs = 1_000, later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms)): Announcer {
  const listeners = new Set<() => void>()
  let current = ''
  let waiting: string | undefined
  let quiet = false

  function show(text: string) {
    // The same words again would not be read out.
    current = text === current ? `${text}\u00a0` : text
    quiet = true
    for (const listener of [...listeners]) listener()
    later(() => {
      quiet = false
      const next = waiting
      waiting = undefined
      if (next !== undefined) show(next)
    }, gapMs)
  }
  return {
    say(text) {
      if (quiet) waiting = text
      else show(text)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: () => current,
  }
}

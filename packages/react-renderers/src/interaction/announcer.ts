/** At most one text in `gapMs`; of several that wait the newest is said, since it is what holds now. */
export function createAnnouncer(show: (text: string) => void, gapMs = 1_000, later: (work: () => void, ms: number) => void = setTimeout) {
  let current = ''
  let waiting: string | undefined
  let quiet = false

  function say(text: string) {
    // The same words again would not be read out.
    current = text === current ? `${text}\u00a0` : text
    quiet = true
    show(current)
    later(() => {
      quiet = false
      const next = waiting
      waiting = undefined
      if (next !== undefined) say(next)
    }, gapMs)
  }
  return (text: string) => {
    if (quiet) waiting = text
    else say(text)
  }
}

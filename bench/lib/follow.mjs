const checkEvery = 8
/** Too few looks at the clock to see how the time grows. */
const fewSamples = 32

/**
 * Measures a peer that is asked after every piece: `follow(chunks, give)` calls `give(found)` once a piece and stops when it returns true.
 * A run that is not through after `limitMs` stops; its time is extended with the growth seen between its half and its end (at least
 * linear, at most quadratic). Returns a candidate for `interleave`.
 */
export function followed(follow, { chunks, take, limitMs }) {
  return () => {
    const clock = createClock(chunks.length, limitMs)
    const receive = take()
    const done = follow(chunks, (found) => {
      receive(found)
      return clock.stop()
    })
    return done instanceof Promise ? done.then(clock.verdict) : clock.verdict()
  }
}

function createClock(total, limitMs) {
  const start = performance.now()
  const seen = []
  let count = 0
  let stopped = false
  return {
    stop() {
      count++
      if (count % checkEvery !== 0) return false
      const spent = performance.now() - start
      seen.push(spent)
      stopped = spent > limitMs && count < total
      return stopped
    },
    verdict: () => (stopped ? { estimate: extended(seen, count / total) * 1000, share: count / total } : undefined),
  }
}

function extended(seen, share) {
  const whole = seen[seen.length - 1]
  const half = seen[Math.max(0, (seen.length >> 1) - 1)]
  const growth = seen.length < fewSamples ? 2 : Math.min(2, Math.max(1, Math.log2(whole / half)))
  return whole / share ** growth
}

/** For parsers that take one piece at a time: `open()` gives the function that takes it and returns what is known then. */
export const pushed = (open) => (chunks, give) => {
  const feed = open()
  for (const chunk of chunks) if (give(feed(chunk))) return
}

/** For functions of the whole text so far. */
export const reparsed = (parse) =>
  pushed(() => {
    let text = ''
    return (chunk) => {
      text += chunk
      return parse(text)
    }
  })

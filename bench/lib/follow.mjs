const checkEvery = 8

/**
 * Measures a peer that is asked after every piece: `follow(chunks, give)` calls `give(found)` once a piece and stops when it returns true.
 * A run that is not through after `limitMs` stops, and its time is extended by `growth`: 2 for what reads everything again with each
 * piece, 1 for what does not. Returns a candidate for `interleave`.
 */
export function followed(follow, { chunks, take, limitMs, growth }) {
  return () => {
    const clock = createClock(chunks.length, { limitMs, growth })
    const receive = take()
    const done = follow(chunks, (found) => {
      receive(found)
      return clock.stop()
    })
    return done instanceof Promise ? done.then(clock.verdict) : clock.verdict()
  }
}

function createClock(total, { limitMs, growth }) {
  const start = performance.now()
  let spent = 0
  let count = 0
  let stopped = false
  return {
    stop() {
      count++
      if (count % checkEvery !== 0) return false
      spent = performance.now() - start
      stopped = spent > limitMs && count < total
      return stopped
    },
    verdict: () => (stopped ? { estimate: spent * 1000 * (total / count) ** growth } : undefined),
  }
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

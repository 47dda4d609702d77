/**
 * Runs the candidates in turn, round by round, so that load on the machine hits all alike. Returns median and minimum in
 * microseconds. Each runs for a while first: on a busy machine the compiler needs that long until the code is what it will stay.
 */
export function measure(candidates, { rounds = 15, minMs = 8, warmMs = 300 } = {}) {
  const names = Object.keys(candidates)
  for (const name of names) timeOf(candidates[name], warmMs)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds + 5; round++) {
    for (const name of names) {
      const spent = timeOf(candidates[name], minMs)
      if (round >= 5) times[name].push(spent)
    }
  }
  return Object.fromEntries(names.map((name) => [name, { median: median(times[name]), min: Math.min(...times[name]) }]))
}

function timeOf(run, minMs) {
  const start = performance.now()
  let runs = 0
  do {
    run()
    runs++
  } while (performance.now() - start < minMs)
  return ((performance.now() - start) / runs) * 1000
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** A small seeded generator, so that every run reads the same data. */
export function seeded(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** Cuts a text into pieces of the given mean length; 64 and more are exact. */
export function cut(text, mean) {
  const random = seeded(7)
  const chunks = []
  for (let at = 0; at < text.length; ) {
    const length = mean >= 64 ? mean : 1 + Math.floor(random() * (2 * mean - 1))
    chunks.push(
      text
        .slice(at, at + length)
        .split('')
        .join(''),
    )
    at += length
  }
  return chunks
}

/** Prose with Markdown, quotes, line breaks and some characters outside ASCII. */
export function prose(length) {
  const random = seeded(3)
  const words = ['order', 'ships', 'on', 'Monday', 'the', 'stock', '**18,240**', '"K-1"', 'café', '\n\n- ', 'customer', 'is', 'ready.', '📦', 'C:\\data']
  let text = ''
  while (text.length < length) text += `${words[Math.floor(random() ** 2 * words.length)]} `
  return text.slice(0, length)
}

/** Rows as a tool call may carry them. */
export function rows(count) {
  const random = seeded(5)
  return Array.from({ length: count }, (_, id) => ({ id, name: `Item ${id}`, price: Math.round(random() * 1e5) / 100, tags: ['a', 'b'], ok: id % 2 === 0 }))
}

/** Prints how many times as long `found` took as `base`: by medians, and by the fastest rounds, which a loaded machine disturbs less. */
export function line(label, found, base, bound) {
  const ratio = found.min / base.min
  const mark = bound === undefined ? '    ' : ratio <= bound ? 'ok  ' : 'OVER'
  const goal = bound === undefined ? 'no goal' : `goal ${bound}x`
  const medians = (found.median / base.median).toFixed(2)
  console.log(`${mark} ${label.padEnd(40)} ${ratio.toFixed(2).padStart(7)}x  (${goal}; medians ${medians}x, ${found.median.toFixed(1)} us)`)
}

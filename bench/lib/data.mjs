/** A small seeded generator, so that every run reads the same data. */
export function seeded(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** Cuts a text into pieces of the given mean length; 64 and more, and 1, are exact. Each piece is a string of its own, as from a decoder. */
export function cut(text, mean) {
  const random = seeded(7)
  const chunks = []
  for (let at = 0; at < text.length; ) {
    const length = mean >= 64 || mean === 1 ? mean : 1 + Math.floor(random() * (2 * mean - 1))
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

/** Rows as a tool call may carry them; about 75 characters each as JSON. */
export function rows(count) {
  const random = seeded(5)
  return Array.from({ length: count }, (_, id) => ({ id, name: `Item ${id}`, price: Math.round(random() * 1e5) / 100, tags: ['a', 'b'], ok: id % 2 === 0 }))
}

/** A final answer of about `size` characters as a model writes it. */
export function answerText(size) {
  return JSON.stringify({ next_node: 'final_response', args: { answer: prose(size), confidence: 0.9 } })
}

/** Half of a surrogate pair stands somewhere in the text. */
export function hasHalf(text) {
  return !text.isWellFormed()
}

/** Splits the bytes of a text into chunks, also inside characters. */
export function pieces(text, size) {
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))
}

/** A response body that delivers the chunks one by one. */
export function bodyOf(chunks) {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next < chunks.length) controller.enqueue(chunks[next++])
      else controller.close()
    },
  })
}

/** eventsource-parser with a decoder and JSON.parse. */
export function parserReader(createParser, chunks) {
  return () => {
    const decoder = new TextDecoder()
    let length = 0
    const onEvent = ({ data }) => {
      length += JSON.parse(data).type.length
    }
    const parser = createParser({ onEvent })
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }))
    return length
  }
}

/** A common hand-written reader. It is quadratic in the size of an event, so it stops after `limitMs` and estimates the rest. */
export function naive(chunks, limitMs) {
  return () => {
    const decoder = new TextDecoder()
    const start = performance.now()
    let buffer = ''
    for (const [index, chunk] of chunks.entries()) {
      buffer += decoder.decode(chunk, { stream: true })
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        JSON.parse(buffer.slice(buffer.indexOf('data: ') + 6, end))
        buffer = buffer.slice(end + 2)
      }
      const spent = performance.now() - start
      const share = (index + 1) / chunks.length
      if (spent > limitMs && share < 1) return { estimate: (spent / share ** 2) * 1000 }
    }
  }
}

/** Stands for the end of a completion that its server has confirmed, in the list of its chunks. */
export const streamEnd = Symbol('the end of a completion')

/**
 * Watches for the event `[DONE]`, which the client of OpenAI consumes: without it, a stream that a proxy has cut looks like a complete one.
 * Must be called before the body is read. Returns a function that tells whether the event came.
 */
export function watchDone(response: Response): () => boolean {
  const { body } = response
  const decoder = new TextDecoder('latin1')
  let tail = ''
  let isDone = false
  if (!body) return () => false
  async function* watched(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      // The event is plain ASCII, and a JSON text contains no line break, so that no text of the model looks like it.
      const text = tail + decoder.decode(chunk)
      isDone ||= doneEvent.test(text)
      tail = text.slice(-doneEventChars)
      yield chunk
    }
  }
  Object.defineProperty(response, 'body', { value: watched(body) })
  return () => isDone
}

const doneEvent = /(?:^|[\r\n])data: *\[DONE\]/
const doneEventChars = 20

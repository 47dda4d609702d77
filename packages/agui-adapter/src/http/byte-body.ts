import { streamAborted } from '../sse/event-body.ts'

/**
 * Creates a body that requests bytes from its source as the reader reads them, and ends the source when the reader leaves. An error of the
 * source is passed to `onError` only, because hosts may log or send the error of a body.
 */
export function byteBody(source: AsyncIterable<Uint8Array>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let cancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const step = await iterator.next()
          if (cancelled) return
          if (step.done) controller.close()
          else controller.enqueue(step.value)
        } catch (error) {
          if (cancelled) return
          onError(error)
          controller.error(streamAborted())
        }
      },
      async cancel() {
        cancelled = true
        await Promise.resolve(iterator.return?.()).catch(onError)
      },
    },
    { highWaterMark: 0 },
  )
}

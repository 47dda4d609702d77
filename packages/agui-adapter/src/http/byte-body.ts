import { brokenOff } from '../sse/broken-off.ts'

/**
 * A body that asks its source for bytes only as the reader takes them and ends the source when the reader leaves. A source that fails is
 * told to `onError`; the body only breaks off, as hosts may print or send what it fails with.
 */
export function byteBody(source: AsyncIterable<Uint8Array>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let left = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const step = await iterator.next()
          if (left) return
          if (step.done) controller.close()
          else controller.enqueue(step.value)
        } catch (error) {
          if (left) return
          onError(error)
          controller.error(brokenOff())
        }
      },
      async cancel() {
        left = true
        await Promise.resolve(iterator.return?.()).catch(onError)
      },
    },
    { highWaterMark: 0 },
  )
}

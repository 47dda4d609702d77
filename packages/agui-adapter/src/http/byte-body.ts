/** A body that asks its source for bytes only as the reader takes them and ends the source when the reader leaves. */
export function byteBody(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await iterator.next()
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

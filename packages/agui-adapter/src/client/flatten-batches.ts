/** A source of batches. `next` resolves to undefined at the end. */
export interface Batches<T> {
  next(): Promise<readonly T[] | undefined>
  close(): Promise<void>
}

/**
 * Iterates over the items of batches. It needs one promise for each item, whereas a generator needs several microtasks. Concurrent calls of
 * `next` are answered in order. The rest of a batch is dropped once `isOver()` is true.
 */
export function flattenBatches<T>(batches: Batches<T>, isOver: () => boolean): AsyncIterableIterator<T, undefined> {
  let batch: readonly T[] = []
  let at = 0
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const take = (): IteratorResult<T, undefined> | undefined => (at < batch.length && !isOver() ? { value: batch[at++] as T, done: false } : undefined)
  const fetch = async (): Promise<IteratorResult<T, undefined>> => {
    for (let found = take(); ; found = take()) {
      if (found) return found
      const next = await batches.next()
      if (!next) return { value: undefined, done: true }
      batch = next
      at = 0
    }
  }
  const enqueue = () => {
    waiting += 1
    const next = last.then(fetch).finally(() => {
      waiting -= 1
    })
    last = next.catch(() => {})
    return next
  }
  return {
    next() {
      const found = waiting === 0 ? take() : undefined
      return found ? Promise.resolve(found) : enqueue()
    },
    async return() {
      batch = []
      await batches.close()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

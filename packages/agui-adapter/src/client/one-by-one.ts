/** Items in batches; undefined is the end. */
export interface Batches<T> {
  next(): Promise<readonly T[] | undefined>
  close(): Promise<void>
}

/**
 * The items of batches one by one. A generator costs several turns of the queue for each item, this one promise; asked more than once at a
 * time it answers in order. What is left of a batch is dropped as soon as `isOver()` says so.
 */
export function oneByOne<T>(batches: Batches<T>, isOver: () => boolean): AsyncIterableIterator<T, undefined> {
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
  const inLine = () => {
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
      return found ? Promise.resolve(found) : inLine()
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

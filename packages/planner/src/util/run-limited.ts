/**
 * Runs `work` over all items, at most `limit` at a time; results in the order of the items. After a rejection nothing new starts; it
 * rejects once everything that had started is over, so that no work goes on behind the caller's back.
 */
export async function runLimited<T, R>(items: readonly T[], limit: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  const queue = items.entries()
  const failures: unknown[] = []
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return
      await work(item, index).then(
        (result) => {
          results[index] = result
        },
        (error: unknown) => failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}

/** Creates a function that runs work on the same key sequentially, and on different keys concurrently. */
export function createTurns(): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    const completed = done.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, completed)
    void completed.then(() => last.get(key) === completed && last.delete(key))
    return done
  }
}

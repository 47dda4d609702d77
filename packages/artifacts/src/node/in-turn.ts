/** Runs work on the same key one after another, on different keys at once. */
export function createTurns(): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, settled)
    void settled.then(() => last.get(key) === settled && last.delete(key))
    return done
  }
}

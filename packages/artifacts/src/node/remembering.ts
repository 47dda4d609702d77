/** Values that are made once for many who ask, and remembered while they are among the last `most`. */
export interface Remembering<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>
  forget(key: string): void
}

/** What could not be made is not remembered. */
export function createLruCache<Value>(max: number): Remembering<Value> {
  const known = new Map<string, Promise<Value>>()
  return {
    get(key, make) {
      const found = known.get(key) ?? make()
      known.delete(key)
      known.set(key, found)
      found.catch(() => known.get(key) === found && known.delete(key))
      const oldest = known.size > max ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return found
    },
    forget: (key) => void known.delete(key),
  }
}

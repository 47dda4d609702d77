/** A set of listener functions in this process. */
export interface Listeners<T> {
  /** Adds a listener and returns a function that removes it. */
  add(listener: (value: T) => void): () => void
  tell(value: T): void
}

/** Creates an empty set. `onChange` is called with the number of listeners whenever it changes. */
export function createListeners<T>(onChange?: (count: number) => void): Listeners<T> {
  // The same function may be added twice, so each addition has a separate entry.
  const entries = new Set<{ listener: (value: T) => void }>()
  return {
    add(listener) {
      const entry = { listener }
      entries.add(entry)
      onChange?.(entries.size)
      return () => {
        if (entries.delete(entry)) onChange?.(entries.size)
      }
    },
    tell(value) {
      for (const { listener } of [...entries]) listener(value)
    },
  }
}

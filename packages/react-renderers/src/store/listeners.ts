/** Listeners for changes. A listener that is added twice is called twice. */
export function createListeners() {
  const all = new Set<() => void>()
  return {
    hasListeners: () => all.size > 0,
    notifyListeners() {
      for (const listener of [...all]) listener()
    },
    subscribe(listener: () => void) {
      const own = () => listener()
      all.add(own)
      return () => void all.delete(own)
    },
  }
}

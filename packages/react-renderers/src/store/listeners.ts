/** Those who want to be told of changes; one that is given twice is told twice. */
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

/** Number of bytes of each owner, counted once and kept up to date. */
export interface OwnerUsage {
  of(owner: string, count: () => Promise<number>): Promise<number>
  add(owner: string, bytes: number): void
  forget(owner?: string): void
}

const maxOwners = 10_000

/** Creates a cache of usage, which counts again for owners that were evicted. Callers must not run concurrently for one owner. */
export function createOwnerUsage(): OwnerUsage {
  const known = new Map<string, number>()
  return {
    async of(owner, count) {
      const bytes = known.get(owner) ?? (await count())
      if (known.size >= maxOwners) known.clear()
      known.set(owner, bytes)
      return bytes
    },
    add: (owner, bytes) => {
      const before = known.get(owner)
      if (before !== undefined) known.set(owner, Math.max(0, before + bytes))
    },
    forget: (owner) => (owner === undefined ? known.clear() : void known.delete(owner)),
  }
}

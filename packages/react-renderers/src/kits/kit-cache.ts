import type { ComponentKit } from '@pf/registry/browser'
import { type KitLoader, kitLoaders } from './kit-loaders.ts'

/** Kits by name: fetched once, kept for the page. */
export interface KitCache {
  /** Whether there is such a kit; fetches nothing. */
  knows(name: string): boolean
  get(name: string): ComponentKit | undefined
  failed(name: string): boolean
  /** Fetches a kit that is not there, a failed one again. Never rejects. */
  load(name: string): Promise<void>
  /** Told after every kit that came or failed; returns the way out. */
  subscribe(listener: () => void): () => void
}

/** Makes a cache over loaders. */
export function createKitCache(loaders: ReadonlyMap<string, KitLoader>): KitCache {
  const kits = new Map<string, ComponentKit>()
  const failures = new Set<string>()
  const pending = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()

  async function fetchKit(name: string, load: KitLoader) {
    try {
      kits.set(name, await load())
    } catch {
      failures.add(name)
    }
    pending.delete(name)
    for (const listener of [...listeners]) listener()
  }
  return {
    knows: (name) => loaders.has(name),
    get: (name) => kits.get(name),
    failed: (name) => failures.has(name),
    load(name) {
      const load = loaders.get(name)
      if (!load || kits.has(name)) return Promise.resolve()
      failures.delete(name)
      const running = pending.get(name) ?? fetchKit(name, load)
      pending.set(name, running)
      return running
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}

/** The kits of the registry, for everything on the page. */
export const registryKits: KitCache = createKitCache(kitLoaders)

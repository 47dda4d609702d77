import type { ComponentKit } from '@pf/registry/browser'
import { builtInComponents } from '@pf/registry/browser'
import { createListeners } from '../store/listeners.ts'
import type { KitLoader } from './kit-loaders.ts'

/** Kits by name. Each one is loaded once and kept for the lifetime of the page. */
export interface KitCache {
  /** True if a kit with this name exists. Does not load it. */
  knows(name: string): boolean
  get(name: string): ComponentKit | undefined
  failed(name: string): boolean
  /** Loads a missing kit, or one that failed before. Never rejects. */
  load(name: string): Promise<void>
  /** Calls a listener after every kit that was loaded or failed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Creates a cache that uses the given loaders. */
export function createKitCache(loaders: ReadonlyMap<string, KitLoader>): KitCache {
  /** Maps a name to its kit, or to undefined if loading failed. */
  const kits = new Map<string, ComponentKit | undefined>()
  const pending = new Map<string, Promise<void>>()
  const { notifyListeners, subscribe } = createListeners()

  async function fetchKit(name: string, load: KitLoader) {
    kits.set(name, await load().catch(() => undefined))
    pending.delete(name)
    notifyListeners()
  }
  return {
    knows: (name) => loaders.has(name),
    get: (name) => kits.get(name),
    failed: (name) => kits.has(name) && !kits.get(name),
    async load(name) {
      const load = loaders.get(name)
      if (!load || kits.get(name)) return
      kits.delete(name)
      const running = pending.get(name) ?? fetchKit(name, load)
      pending.set(name, running)
      await running
    },
    subscribe,
  }
}

/** The kits of the registry, shared by the entire page. */
export const registryKits: KitCache = createKitCache(new Map(builtInComponents.map((name) => [name, () => loadKit(name)])))

/** The list of kit modules is loaded with the first kit, so that pages without components do not need it. */
const loadKit = (name: string) => import('./kit-loaders.ts').then(({ kitLoaders }) => kitLoaders.get(name)?.())

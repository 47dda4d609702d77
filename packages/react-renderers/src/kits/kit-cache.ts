import type { ComponentKit } from '@pf/registry/browser'
import { builtInComponents } from '@pf/registry/browser'
import { createListeners } from '../store/listeners.ts'
import type { KitLoader } from './kit-loaders.ts'

/** Kits by name: fetched once, kept for the page. */
export interface KitCache {
  /** Whether there is such a kit; fetches nothing. */
  knows(name: string): boolean
  get(name: string): ComponentKit | undefined
  failed(name: string): boolean
  /** Fetches a kit that is not there, a failed one again. Never rejects. */
  load(name: string): Promise<void>
  /** Calls a listener after every kit that was loaded or failed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Makes a cache over loaders. */
export function createKitCache(loaders: ReadonlyMap<string, KitLoader>): KitCache {
  /** Undefined where one did not come. */
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

/** The kits of the registry, for everything on the page. */
export const registryKits: KitCache = createKitCache(new Map(builtInComponents.map((name) => [name, () => loadKit(name)])))

/** Where each of them is comes with the first one: a page without components needs none of it. */
const loadKit = (name: string) => import('./kit-loaders.ts').then(({ kitLoaders }) => kitLoaders.get(name)?.())

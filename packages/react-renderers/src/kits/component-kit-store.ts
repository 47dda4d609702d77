import { type ComponentKit, type ComponentSet, createComponentSet } from '@pf/registry/browser'
import { type KitCache, registryKits } from './kit-cache.ts'

/** `loading` also where nobody has asked for them yet. */
export type ComponentKitState = 'ready' | 'loading' | 'failed'

/** The rules a page has: a host's own at once, the registry's when a payload names them. */
export interface ComponentKitStore {
  /** Checks with the kits that are there; ask `state` before. */
  readonly components: ComponentSet
  /** Whether there is such a component, its kit fetched or not. */
  knows(name: string): boolean
  /** How far the kits of these components are; names that nobody knows count for nothing. Fetches nothing. */
  state(names: readonly string[]): ComponentKitState
  /** Fetches those that are not there, failed ones again. Never rejects. */
  load(names: readonly string[]): Promise<void>
  subscribe(listener: () => void): () => void
}

/** Makes a shelf; `own` kits stand before those of the registry. */
export function createComponentKitStore(own: Iterable<ComponentKit> = [], cache: KitCache = registryKits): ComponentKitStore {
  const components = createComponentSet(own)
  /** Whether a kit still has to come; puts one that came for somebody else on this shelf. */
  function missing(name: string): boolean {
    if (components.has(name) || !cache.knows(name)) return false
    const kit = cache.get(name)
    if (kit) components.add(kit)
    return !kit
  }
  return {
    components,
    knows: (name) => components.has(name) || cache.knows(name),
    state(names) {
      const absent = names.filter(missing)
      if (absent.length === 0) return 'ready'
      return absent.some(cache.failed) ? 'failed' : 'loading'
    },
    async load(names) {
      await Promise.all(names.filter(missing).map(cache.load))
      names.forEach(missing)
    },
    subscribe: cache.subscribe,
  }
}

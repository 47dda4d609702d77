import { type ComponentKit, type ComponentSet, createComponentSet } from '@pf/registry/browser'
import { type KitCache, registryKits } from './kit-cache.ts'

/** The loading state of kits. `loading` includes kits whose loading has not been requested yet. */
export type ComponentKitState = 'ready' | 'loading' | 'failed'

/** The component kits of a page. The host's own kits are available immediately; those of the registry are loaded when a payload contains the component. */
export interface ComponentKitStore {
  /** Validates with the kits that are loaded. Check `state` before. */
  readonly components: ComponentSet
  /** True if a component with this name exists, whether or not its kit is loaded. */
  knows(name: string): boolean
  /** Returns the loading state of the kits of these components. Unknown names are ignored. Does not start loading. */
  state(names: readonly string[]): ComponentKitState
  /** Loads missing kits, including those that failed before. Never rejects. */
  load(names: readonly string[]): Promise<void>
  subscribe(listener: () => void): () => void
}

/** Creates a store. `own` kits take precedence over those of the registry. */
export function createComponentKitStore(own: Iterable<ComponentKit> = [], cache: KitCache = registryKits): ComponentKitStore {
  const components = createComponentSet(own)
  /** True if a kit is still missing. A kit that the cache has loaded in the meantime is added to this store. */
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

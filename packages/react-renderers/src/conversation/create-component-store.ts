import { builtInComponents, type ComponentKit, createPolicy, type Policy } from '@pf/registry/browser'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { createStore, type StoreOptions } from '../store/create-store.ts'
import type { ComponentStore } from '../store/model/types.ts'

/** Options of a component store. */
export interface ComponentStoreOptions extends StoreOptions {
  /** Policy of the browser for previews. Defaults to all components that this package draws and the registry allows by default. */
  policy?: Policy
  /** Kits of components that the host draws itself, from `@pf/registry/components/NAME`. */
  kits?: Iterable<ComponentKit>
}

/** Creates a store that shows components while their arguments arrive, as far as the registry finds them valid. */
export function createComponentStore({ policy, kits, ...options }: ComponentStoreOptions = {}): ComponentStore {
  const rules = registryRules(createComponentKitStore(kits), policy ?? createPolicy({ renderers: [...builtInComponents] }))
  return createStore({ rules, ...options })
}

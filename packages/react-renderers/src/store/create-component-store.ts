import { createPolicy, type Policy } from '@pf/registry'
import { builtInComponents } from '../built-in.ts'
import { createStore, type StoreOptions } from './create-store.ts'
import { registryRules } from './registry-rules.ts'
import type { ComponentStore } from './types.ts'

/** Options of a component store. */
export interface ComponentStoreOptions extends StoreOptions {
  /** Browser policy for previews; default: every component this package draws that the registry allows by default. */
  policy?: Policy
}

/** Makes a store that shows components while their arguments arrive, as far as the registry finds them valid. */
export function createComponentStore(options: ComponentStoreOptions = {}): ComponentStore {
  const { policy = createPolicy({ renderers: [...builtInComponents] }), ...rest } = options
  return createStore({ rules: registryRules(policy), ...rest })
}

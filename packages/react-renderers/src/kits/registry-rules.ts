import type { Policy } from '@pf/registry/browser'
import type { PreviewRules } from '../store/model/preview.ts'
import type { ComponentKitStore } from './component-kit-store.ts'
import { componentNames } from './component-names.ts'

/** Creates rules for previews that use the registry's relaxed validators, which are loaded on demand, and the policy of the browser. */
export function registryRules(kits: ComponentKitStore, policy: Policy): PreviewRules {
  return {
    allows: (component) => kits.knows(component) && policy.allows(component),
    prefix: (component, partial, arrived) => {
      if (kits.state([component]) !== 'ready') return undefined
      return kits.components.validPrefix(component, partial, { policy, ...(arrived ? { pathState: arrived } : {}) })
    },
    loading: (component, partial) => {
      const names = componentNames(component, partial).filter(policy.allows)
      return kits.state(names) === 'loading' ? kits.load(names) : undefined
    },
  }
}

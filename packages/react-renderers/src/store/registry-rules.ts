import type { ComponentSet, Policy } from '@pf/registry'
import type { PreviewRules } from './preview.ts'

/** Previews by the registry's relaxed validators, under the browser's own policy. */
export function registryRules(components: Pick<ComponentSet, 'has' | 'validPrefix'>, policy: Policy): PreviewRules {
  return {
    allows: (component) => components.has(component) && policy.allows(component),
    prefix: (component, partial, arrived) => components.validPrefix(component, partial, { policy, ...(arrived ? { pathState: arrived } : {}) }),
  }
}

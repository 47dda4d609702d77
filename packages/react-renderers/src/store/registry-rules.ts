import { type Policy, validPrefix } from '@pf/registry'
import type { PreviewRules } from './preview.ts'

/** Previews by the registry's relaxed validators, under the browser's own policy. */
export function registryRules(policy: Policy): PreviewRules {
  return {
    allows: (component) => policy.allows(component),
    prefix: (component, partial, arrived) => validPrefix(component, partial, { policy, ...(arrived ? { pathState: arrived } : {}) }),
  }
}

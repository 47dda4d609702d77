import type { ValidationIssue } from '@pf/core'
import { received } from '../checks/issues.ts'
import { nearest } from '../checks/nearest.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import { componentFlags } from '../generated/component-flags.ts'
import type { Policy } from '../policy/policy.ts'

/** A requested component and its context. */
export interface Admission {
  component: unknown
  pointer: string
  /** True inside a layout. */
  nested: boolean
  via: 'render' | 'interactive'
}

/** Suggests a component for an unknown name. The default compares spellings only. */
export type Suggest = (wrong: unknown, policy: Policy) => string | undefined

const bySpelling: Suggest = (wrong, policy) => nearest(wrong, policy.allowlist)

/** The data that determine if a component may be shown. */
export interface AdmissionRules {
  kits: ReadonlyMap<string, ComponentKit>
  policy: Policy
  suggest?: Suggest | undefined
}

/** Returns the kit of a component that may be shown here, or the issue that prevents it. Names are looked up in maps, never on objects. */
export function admit(request: Admission, { kits, policy, suggest = bySpelling }: AdmissionRules): ComponentKit | ValidationIssue {
  const { component, pointer, nested, via } = request
  const name = typeof component === 'string' ? component : ''
  const flags = (policy.registry?.flags ?? componentFlags).get(name)
  const kit = kits.get(name)
  if (!flags && !kit) return unknown(request, policy, suggest)
  if (!policy.allows(name)) return { code: 'component_not_allowed', pointer, expected: `one of ${policy.allowlist.join(', ')}`, received: received(component) }
  const interactive = kit?.interactive ?? flags?.interactive ?? false
  if (interactive && (nested || via === 'render'))
    return { code: 'interactive_not_allowed', pointer, received: received(component), suggestion: `Call the tool ui_${name}.` }
  if (!interactive && via === 'interactive' && !nested)
    return {
      code: 'component_not_allowed',
      pointer,
      expected: 'an interactive component',
      received: received(component),
      suggestion: 'Call the tool render_component.',
    }
  return kit ?? { code: 'unknown_component', pointer, expected: 'a component whose code is loaded', received: received(component) }
}

function unknown({ component, pointer }: Admission, policy: Policy, suggest: Suggest): ValidationIssue {
  const close = suggest(component, policy)
  return {
    code: 'unknown_component',
    pointer,
    expected: `one of ${policy.allowlist.join(', ')}`,
    received: received(component),
    ...(close === undefined ? {} : { suggestion: `Did you mean ${close}?` }),
  }
}

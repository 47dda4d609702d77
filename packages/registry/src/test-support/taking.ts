import { expect } from 'vitest'
import type { PolicyOptions } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { everything, serverOptions, via } from './examples.ts'

/** Returns the completed props of a request with all components enabled; undefined if the request is refused. */
export const propsOf = (component: string, props: unknown, policy: PolicyOptions = everything) => {
  const result = validateComponent(component, props, { ...serverOptions(policy), via: via(component) })
  return result.ok ? result.props : undefined
}

/** Returns the pointers of all faults of a request with all components enabled. */
export const faultsOf = (component: string, props: unknown, policy: PolicyOptions = everything) => {
  const result = validateComponent(component, props, { ...serverOptions(policy), via: via(component) })
  return result.ok ? [] : result.issues.map((issue) => issue.pointer)
}

/** Asserts that each good value is accepted for a prop and that each bad one is refused at it. */
export function takes(component: string, base: object, prop: string, { good, bad }: { good: unknown[]; bad: unknown[] }) {
  for (const value of good) expect({ value, props: propsOf(component, { ...base, [prop]: value }) }).toMatchObject({ props: { [prop]: value } })
  for (const value of bad)
    expect({ value, faults: faultsOf(component, { ...base, [prop]: value }) }).toEqual({ value, faults: [expect.stringMatching(`^/${prop}`)] })
}

/** Lengths that browsers accept, and texts that would break out of a style. */
export const lengths = { good: ['350px', '20rem', '12.5em', '80%', 'auto'], bad: [350, '350', '-1px', '1px;x', 'calc(1px)', '99999px', 'url(x)', ''] }

/** Values of a boolean prop. */
export const switches = { good: [true, false], bad: ['true', 0, null] }

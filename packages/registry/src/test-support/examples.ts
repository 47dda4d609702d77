import type { JsonObject } from '@pf/core'
import { entries } from '../generated/entries.ts'
import { createPolicy, type PolicyOptions } from '../policy/policy.ts'
import { createRunBudget } from '../policy/run-budget.ts'

/** Name and example props of every component. */
export const examples: readonly (readonly [name: string, props: JsonObject])[] = entries.map((entry) => [entry.name, entry.example.props])

/** A policy under which every example is valid: all components, and the hosts their addresses name. */
export const everything: PolicyOptions = { allowlist: entries.map((entry) => entry.name), urlHosts: ['media.example.org', 'maps.example.org'] }

/** Through which tool a component is asked for. */
export const via = (name: unknown): 'render' | 'interactive' => (entries.some((entry) => entry.interactive && entry.name === name) ? 'interactive' : 'render')

/** Options of a server's check: a policy and a fresh budget. */
export function serverOptions(policyOptions: PolicyOptions = {}) {
  const policy = createPolicy(policyOptions)
  return { policy, budget: createRunBudget(policy) }
}

/** `depth` grids inside each other, a metric in the innermost. */
export function nestedGrids(depth: number): JsonObject {
  let props: JsonObject = { items: [{ component: 'metric', props: { value: 1, label: 'x' } }] }
  for (let level = 1; level < depth; level++) props = { items: [{ component: 'grid', props }] }
  return props
}

import type { JsonObject } from '@pf/core'
import { entries } from '../generated/entries.ts'
import { createPolicy, type PolicyOptions } from '../policy/policy.ts'
import { createRunBudget } from '../policy/run-budget.ts'

/** The name and example props of every component. */
export const examples: readonly (readonly [name: string, props: JsonObject])[] = entries.map((entry) => [entry.name, entry.example.props])

/** A policy that accepts every example: it enables all components and the hosts of their addresses. */
export const everything: PolicyOptions = { allowlist: entries.map((entry) => entry.name), urlHosts: ['media.example.org', 'maps.example.org'] }

/** Returns the kind of tool that requests a component. */
export const via = (name: unknown): 'render' | 'interactive' => (entries.some((entry) => entry.interactive && entry.name === name) ? 'interactive' : 'render')

/** Returns the options for a server-side check: a policy and a new budget. */
export function serverOptions(policyOptions: PolicyOptions = {}) {
  const policy = createPolicy(policyOptions)
  return { policy, budget: createRunBudget(policy) }
}

/** Returns `depth` nested grids with a metric in the innermost one. */
export function nestedGrids(depth: number): JsonObject {
  let props: JsonObject = { items: [{ component: 'metric', props: { value: 1, label: 'x' } }] }
  for (let level = 1; level < depth; level++) props = { items: [{ component: 'grid', props }] }
  return props
}

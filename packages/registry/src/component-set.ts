import type { JsonObject } from '@pf/core'
import type { ComponentKit } from './contracts/component-kit.ts'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import { type CheckResult, type ComponentCheckOptions, check } from './validate/check.ts'

/** Validates components sent by a server, for a limited set of components. Other components are not part of the bundle. */
export interface ComponentSet {
  has(name: string): boolean
  /** Adds a component whose code was loaded later. */
  add(kit: ComponentKit): void
  /** Like `validateComponent` with `budget: 'uncounted'`. Pass `newer: withoutUnknown` if `compatibility` returns `newer`. */
  validateComponent(component: unknown, props: unknown, options: ComponentCheckOptions): CheckResult
  validPrefix(component: unknown, partial: unknown, options: PrefixOptions): JsonObject | undefined
}

/** Creates a set from kits of `@pf/registry/components/NAME`. The kits of components inside layouts are needed as well. */
export function createComponentSet(kits: Iterable<ComponentKit>): ComponentSet {
  const known = new Map([...kits].map((kit) => [kit.name, kit]))
  return {
    has: (name) => known.has(name),
    add: (kit) => void known.set(kit.name, kit),
    validateComponent: (component, props, options) => check(known, { component, props }, options),
    validPrefix: (component, partial, options) => validPrefixWith(known, { component, partial }, options),
  }
}

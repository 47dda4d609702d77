import type { JsonObject } from '@pf/core'
import type { ComponentKit } from './contracts/component-kit.ts'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import { type CheckResult, type ComponentCheckOptions, check } from './validate/check.ts'

/** Checks of what a server sent, for the components a front end draws; the rest stays out of the bundle. */
export interface ComponentSet {
  has(name: string): boolean
  /** Adds a component whose code has been loaded later. */
  add(kit: ComponentKit): void
  /** As `validateComponent` with `budget: 'uncounted'`; `newer: withoutUnknown` where `compatibility` says newer. */
  validateComponent(component: unknown, props: unknown, options: ComponentCheckOptions): CheckResult
  validPrefix(component: unknown, partial: unknown, options: PrefixOptions): JsonObject | undefined
}

/** Makes a set from kits of `@pf/registry/components/NAME`. Components inside layouts need their kits too. */
export function createComponentSet(kits: Iterable<ComponentKit>): ComponentSet {
  const known = new Map([...kits].map((kit) => [kit.name, kit]))
  return {
    has: (name) => known.has(name),
    add: (kit) => void known.set(kit.name, kit),
    validateComponent: (component, props, options) => check(known, { component, props }, options),
    validPrefix: (component, partial, options) => validPrefixWith(known, { component, partial }, options),
  }
}

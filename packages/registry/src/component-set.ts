import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import { toTextWith } from './text/to-text.ts'
import type { ComponentKit } from './validate/component-kit.ts'
import type { ValidateOptions, ValidateResult } from './validate/options.ts'
import { validateReferencedWith } from './validate/referenced-data.ts'
import { validateWith } from './validate/validate-component.ts'
import type { StandaloneValidator } from './validate/validator-types.ts'

/** What the root functions do, for some components only: a front end imports the kits it draws and leaves the rest out. */
export interface ComponentSet {
  has(name: string): boolean
  /** Adds a component whose code has been loaded later. */
  add(kit: ComponentKit): void
  validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult
  validPrefix(component: unknown, partial: unknown, options: PrefixOptions): JsonObject | undefined
  validateReferencedData(component: string, pointer: string, pages: Iterable<JsonValue[]>): ValidationIssue[]
  toText(component: unknown, props: unknown, options?: { short?: boolean }): string
}

/** Makes a set from kits of `@pf/registry/components/NAME`. */
export function createComponentSet(kits: Iterable<ComponentKit>, models: ReadonlyMap<string, StandaloneValidator> = new Map()): ComponentSet {
  const known = new Map([...kits].map((kit) => [kit.name, kit]))
  return {
    has: (name) => known.has(name),
    add: (kit) => void known.set(kit.name, kit),
    validateComponent: (component, props, options) => validateWith({ kits: known, models }, { component, props }, options),
    validPrefix: (component, partial, options) => validPrefixWith(known, { component, partial }, options),
    validateReferencedData: (component, pointer, pages) => validateReferencedWith(known, { component, pointer }, pages),
    toText: (component, props, options) => toTextWith(known, { component, props }, options),
  }
}

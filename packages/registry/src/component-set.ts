import type { JsonObject } from '@pf/core'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import type { ComponentKit } from './validate/component-kit.ts'
import type { ValidateOptions, ValidateResult } from './validate/options.ts'
import { type Validators, validateWith } from './validate/validate-component.ts'

/** What the root functions do, for some components only: a front end imports the kits it draws and leaves the rest out. */
export interface ComponentSet {
  has(name: string): boolean
  /** Adds a component whose code has been loaded later. */
  add(kit: ComponentKit): void
  validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult
  validPrefix(component: unknown, partial: unknown, options: PrefixOptions): JsonObject | undefined
}

const noModels: Validators['models'] = new Map()

/** Makes a set from kits of `@pf/registry/components/NAME`. */
export function createComponentSet(kits: Iterable<ComponentKit>, server: Omit<Partial<Validators>, 'kits'> = {}): ComponentSet {
  const known = new Map([...kits].map((kit) => [kit.name, kit]))
  return {
    has: (name) => known.has(name),
    add: (kit) => void known.set(kit.name, kit),
    validateComponent: (component, props, options) => validateWith({ models: noModels, ...server, kits: known }, { component, props }, options),
    validPrefix: (component, partial, options) => validPrefixWith(known, { component, partial }, options),
  }
}

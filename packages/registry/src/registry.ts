import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { allKits } from './generated/kits.ts'
import { modelValidators } from './generated/model-validators.ts'
import { suggest } from './lookup/suggest.ts'
import { createPolicy, type Policy } from './policy/policy.ts'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import type { ValidateOptions, ValidateResult } from './validate/options.ts'
import { validateReferencedWith } from './validate/referenced-data.ts'
import { type Validators, validateWith } from './validate/validate-component.ts'

/** Made when first used, so that bundlers can leave all of it out. */
let made: (Validators & { policy: Policy }) | undefined

function everything() {
  made ??= { kits: new Map(allKits.map((kit) => [kit.name, kit])), models: modelValidators, suggest, policy: createPolicy() }
  return made
}

/**
 * Checks a request for a component, and all components nested in it, against limits, policy, budget and schema. Returns the props
 * with defaults filled in, or every fault as an issue the model can act on. Throws only for options without a budget.
 */
export function validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult {
  return validateWith(everything(), { component, props }, options)
}

/** Checks data that stays behind a reference, page by page, against the data prop at `pointer` of `component`; at most 20 issues. */
export function validateReferencedData(component: string, pointer: string, pages: Iterable<JsonValue[]>): ValidationIssue[] {
  return validateReferencedWith(everything().kits, { component, pointer }, pages)
}

/** What a renderer may already draw of props that are still arriving; undefined when nothing. Without a policy the default one holds. */
export function validPrefix(component: unknown, partial: unknown, options: Partial<PrefixOptions> = {}): JsonObject | undefined {
  return validPrefixWith(everything().kits, { component, partial }, { ...options, policy: options.policy ?? everything().policy })
}

import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { createComponentSet } from './component-set.ts'
import { allKits } from './generated/kits.ts'
import { modelValidators } from './generated/model-validators.ts'
import { createPolicy } from './policy/policy.ts'
import type { PrefixOptions } from './prefix/valid-prefix.ts'
import type { ValidateOptions, ValidateResult } from './validate/options.ts'
import { checkReferenced, validateReferencedWith } from './validate/referenced-data.ts'

const kits = new Map(allKits.map((kit) => [kit.name, kit]))
const everything = createComponentSet(allKits, { models: modelValidators, checkReferenced: (request, places) => checkReferenced(kits, request, places) })
const usualPolicy = createPolicy()

/**
 * Checks a request for a component, and all components nested in it, against limits, policy, budget and schema. Returns the props
 * with defaults filled in, or every fault as an issue the model can act on. Throws only for options without a budget.
 */
export function validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult {
  return everything.validateComponent(component, props, options)
}

/** Checks data that stays behind a reference, page by page, against the data prop at `pointer` of `component`; at most 20 issues. */
export function validateReferencedData(component: string, pointer: string, pages: Iterable<JsonValue[]>): ValidationIssue[] {
  return validateReferencedWith(kits, { component, pointer }, pages)
}

/** What a renderer may already draw of props that are still arriving; undefined when nothing. Without a policy the default one holds. */
export function validPrefix(component: unknown, partial: unknown, options: Partial<PrefixOptions> = {}): JsonObject | undefined {
  return everything.validPrefix(component, partial, { ...options, policy: options.policy ?? usualPolicy })
}

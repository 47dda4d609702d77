import type { JsonObject, JsonSchema, JsonValue, ValidationIssue } from '@pf/core'
import type { CheckedAnswer } from './contracts/answer-rules.ts'
import { allKits } from './kits/all-kits.ts'
import { modelValidators } from './kits/model-validators.ts'
import { suggest } from './lookup/describe-component.ts'
import { createPolicy, type Policy } from './policy/policy.ts'
import { type PrefixOptions, validPrefixWith } from './prefix/valid-prefix.ts'
import type { ValidateOptions, ValidateResult } from './validate/options.ts'
import { validateReferencedWith } from './validate/referenced-data.ts'
import { type Validators, validateWith } from './validate/validate-component.ts'
import { maskResultWith, type ResultOptions, resultSchemaWith, secretFieldsWith, validateResultWith } from './validate/validate-result.ts'

/** Made when first used, so that bundlers can leave all of it out. */
let made: (Validators & { policy: Policy }) | undefined

/** What a policy's registry knows; without one, what this package does. */
function everything(policy?: Policy) {
  const { kits, models = new Map() } = policy?.registry ?? {}
  if (policy && kits) return { kits, models, suggest, policy }
  made ??= { kits: new Map(allKits.map((kit) => [kit.name, kit])), models: modelValidators, suggest, policy: createPolicy() }
  return made
}

/**
 * Checks a request for a component, and all components nested in it, against limits, policy, budget and schema. Returns the props
 * with defaults filled in, or every fault as an issue the model can act on. Throws only for options without a budget.
 */
export function validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult {
  return validateWith(everything(options.policy), { component, props }, options)
}

/** Checks data that stays behind a reference, page by page, against the data prop at `pointer` of `component`; at most 20 issues. */
export function validateReferencedData(component: string, pointer: string, pages: Iterable<JsonValue[]>, policy?: Policy): ValidationIssue[] {
  return validateReferencedWith(everything(policy).kits, { component, pointer }, pages)
}

/** What a renderer may already draw of props that are still arriving; undefined when nothing. Without a policy the default one holds. */
export function validPrefix(component: unknown, partial: unknown, options: Partial<PrefixOptions> = {}): JsonObject | undefined {
  return validPrefixWith(everything(options.policy).kits, { component, partial }, { ...options, policy: options.policy ?? everything().policy })
}

/** Checks a user's answer against the very component that was shown; props as `validateComponent` returned them. All faults come back as issues. */
export function validateResult(component: unknown, props: unknown, result: unknown, options: ResultOptions = {}): CheckedAnswer {
  return validateResultWith(everything(options.policy).kits, { component, props }, result, options)
}

/** JSON Schema (2020-12) of the answers to the very component that was shown; `false` when it asks nothing. Patterns that a model wrote are left out, as others would run them in an engine that backtracks. */
export function resultSchemaOf(component: unknown, props: unknown, options: ResultOptions = {}): JsonSchema {
  return resultSchemaWith(everything(options.policy).kits, { component, props })
}

/** Keys of the answer that hold secrets (password fields): for the tool only, never for model, log or event. */
export function secretFieldsOf(component: unknown, props: unknown, options: ResultOptions = {}): string[] {
  return secretFieldsWith(everything(options.policy).kits, { component, props })
}

/** An answer as model, log and events may see it: secrets are `<secret>`; with secrets about, so is everything that was not asked for. */
export function maskResult(component: unknown, props: unknown, result: unknown, options: ResultOptions = {}): unknown {
  return maskResultWith(everything(options.policy).kits, { component, props }, result)
}

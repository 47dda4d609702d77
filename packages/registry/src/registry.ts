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

/** Created on first use, so that bundlers can omit all of it. */
let made: (Validators & { policy: Policy }) | undefined

/** Returns the components of a policy's registry, or those of this package without a policy. */
function everything(policy?: Policy) {
  const { kits, models = new Map() } = policy?.registry ?? {}
  if (policy && kits) return { kits, models, suggest, policy }
  made ??= { kits: new Map(allKits.map((kit) => [kit.name, kit])), models: modelValidators, suggest, policy: createPolicy() }
  return made
}

/**
 * Validates a request for a component, and all components nested in it, against limits, policy, budget and schema. Returns the props with
 * defaults filled in, or every fault as an issue that the model can correct. Throws only for options without a budget.
 */
export function validateComponent(component: unknown, props: unknown, options: ValidateOptions): ValidateResult {
  return validateWith(everything(options.policy), { component, props }, options)
}

/** Validates data that stays behind a reference, page by page, against the data prop at `pointer` of `component`. Returns at most 20 issues. */
export function validateReferencedData(component: string, pointer: string, pages: Iterable<JsonValue[]>, policy?: Policy): ValidationIssue[] {
  return validateReferencedWith(everything(policy).kits, { component, pointer }, pages)
}

/**
 * Returns the part of props that are still arriving that a renderer may already draw; undefined if there is none. Uses the default policy
 * unless one is given.
 */
export function validPrefix(component: unknown, partial: unknown, options: Partial<PrefixOptions> = {}): JsonObject | undefined {
  return validPrefixWith(everything(options.policy).kits, { component, partial }, { ...options, policy: options.policy ?? everything().policy })
}

/** Validates a user's answer against the component that was shown, with the props returned by `validateComponent`. All faults are returned as issues. */
export function validateResult(component: unknown, props: unknown, result: unknown, options: ResultOptions = {}): CheckedAnswer {
  return validateResultWith(everything(options.policy).kits, { component, props }, result, options)
}

/**
 * Returns the JSON Schema (2020-12) of the answers to the component that was shown; `false` if it does not ask a question. Patterns written
 * by a model are omitted, because other software would run them with a backtracking engine.
 */
export function resultSchemaOf(component: unknown, props: unknown, options: ResultOptions = {}): JsonSchema {
  return resultSchemaWith(everything(options.policy).kits, { component, props })
}

/** Returns the keys of the answer that contain secrets (password fields). They are for the tool only, never for a model, log or event. */
export function secretFieldsOf(component: unknown, props: unknown, options: ResultOptions = {}): string[] {
  return secretFieldsWith(everything(options.policy).kits, { component, props })
}

/**
 * Returns an answer as a model, log or event may receive it: secrets become `<secret>`, and if the form has secrets, so do all values that
 * were not asked for.
 */
export function maskResult(component: unknown, props: unknown, result: unknown, options: ResultOptions = {}): unknown {
  return maskResultWith(everything(options.policy).kits, { component, props }, result)
}

import type { JsonObject, JsonSchema, ValidationIssue } from '@pf/core'

/** A validated answer, which contains only requested keys and no unanswered ones, or all of its faults. */
export type CheckedAnswer = { ok: true; result: JsonObject } | { ok: false; issues: ValidationIssue[] }

/** The rules for the answers to one interactive component. The props have passed their schema. */
export interface AnswerRules {
  /** Returns faults, beyond the schema, that prevent these props from being answered. */
  audit?(props: JsonObject): ValidationIssue[]
  /** Checks an answer to these props. The answer is JSON of limited size. */
  check(props: JsonObject, answer: unknown): CheckedAnswer
  /** Returns the JSON Schema of the answers to these props. */
  schema(props: JsonObject): JsonSchema
  /** Returns the keys of the answer that only the tool may receive. */
  secrets?(props: JsonObject): string[]
  /** Returns a copy of an answer, validated or not, without secrets. */
  mask?(props: JsonObject, answer: unknown): unknown
}

import type { JsonObject, JsonSchema, ValidationIssue } from '@pf/core'

/** An answer that was checked: only what was asked for is in it, and nothing that was not answered. Or everything that is wrong. */
export type CheckedAnswer = { ok: true; result: JsonObject } | { ok: false; issues: ValidationIssue[] }

/** What is known of the answers to one interactive component. Props have passed their schema. */
export interface AnswerRules {
  /** What keeps these props from being answered, beyond their schema. */
  audit?(props: JsonObject): ValidationIssue[]
  /** Checks an answer to these very props; it is JSON of bounded size. */
  check(props: JsonObject, answer: unknown): CheckedAnswer
  /** JSON Schema of the answers to these very props. */
  schema(props: JsonObject): JsonSchema
  /** Keys of the answer that are for the tool only. */
  secrets?(props: JsonObject): string[]
  /** A copy of an answer, checked or not, without secrets. */
  mask?(props: JsonObject, answer: unknown): unknown
}

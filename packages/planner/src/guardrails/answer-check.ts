import type { Owner } from '@pf/core'

/** The text that a check looks at: the answer, one of the two texts of a draft, another text of the payload, or a text of a component. */
export type CheckedTarget = 'answer' | 'artifact' | 'user' | 'payload' | 'component'

/** One part of a text, before it is sent to the user. */
export interface AnswerCheckInput {
  /** The part: a sentence, a paragraph or all of the text, with the white space behind it. A part that is longer than `maxChars` is cut. */
  text: string
  /** The text before the part as it was approved, at most its last 2,000 characters. */
  before: string
  target: CheckedTarget
  owner: Owner
  runId: string
  threadId: string
  step: number
  /** Aborts when the run ends or the time limit of the check is reached. */
  signal: AbortSignal
}

/**
 * `allow` sends the part, and so does undefined. `rewrite` sends `text` in its place; an empty text omits the part. `refuse` ends the run with
 * the route `refusal`, withdraws what was shown, and answers with `message`. A refused text of a component rejects the component alone. `reason`
 * is one line of at most 200 characters that clients, logs and the audit log may contain.
 */
export type AnswerCheckVerdict =
  | { verdict: 'allow' }
  | { verdict: 'rewrite'; text: string; reason: string }
  | { verdict: 'refuse'; reason: string; message?: string }

/** A check of everything that an agent says. A check that throws, times out or returns an invalid verdict refuses. */
export interface AnswerCheck {
  /** Name of the check in warnings and in the audit log. Unique, at most 100 characters. */
  name: string
  /** The size of the parts. Text is held back until its part is complete. Default `sentence`. */
  by?: 'sentence' | 'paragraph' | 'answer'
  check(input: AnswerCheckInput): AnswerCheckVerdict | undefined | Promise<AnswerCheckVerdict | undefined>
  /** Maximum length of a sentence or paragraph in UTF-16 code units, from 100 to 100,000. A longer one is checked in parts. Default 4,000. */
  maxChars?: number
  /** Time limit of one call in milliseconds. Default 5,000. */
  timeoutMs?: number
}

/** A check with its defaults. */
export type CompiledAnswerCheck = Required<AnswerCheck>

/** Compiles checks that were validated by `guardrailFaults`. */
export function compileAnswerChecks(checks: readonly AnswerCheck[] = []): readonly CompiledAnswerCheck[] {
  return checks.map((given) => ({
    name: given.name,
    by: given.by ?? 'sentence',
    check: given.check.bind(given),
    maxChars: given.maxChars ?? 4_000,
    timeoutMs: given.timeoutMs ?? 5_000,
  }))
}

import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'

/** What came of a call: the observation is redacted, clamped and fit for model, log and client. */
export interface ToolOutcome {
  /** `paused`: the call waits, and has no result yet. */
  status: 'ok' | 'error' | 'skipped' | 'unknown' | 'paused'
  observation: JsonValue
  code?: string
  /** The validated result before redaction, for a join tool of the same plan; never for model or log. */
  value?: unknown
  /** The step did what the one before it had done, so it led nowhere. */
  repeated?: true
}

/** An error as the model is told of it: `{"error": {code, message, …}}`. */
export function errorOutcome(code: string, message: string, extra: { issues?: ValidationIssue[]; [key: string]: unknown } = {}): ToolOutcome {
  const error: JsonObject = { code, message, ...(JSON.parse(JSON.stringify(extra)) as JsonObject) }
  return { status: 'error', observation: { error }, code }
}

/** A call that waits for an answer. */
export const pausedOutcome: ToolOutcome = Object.freeze({ status: 'paused', observation: {} })

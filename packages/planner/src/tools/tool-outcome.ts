import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'

/** The outcome of a call. The observation is redacted and clamped, so that it can be sent to the model, the log and clients. */
export interface ToolOutcome {
  /** `paused`: the call waits and has no result yet. */
  status: 'ok' | 'error' | 'skipped' | 'unknown' | 'paused'
  observation: JsonValue
  code?: string
  /** The validated result before redaction, for a join tool of the same plan. Never for the model or the log. */
  value?: unknown
  /** True if the step repeated the previous one without progress. */
  repeated?: true
}

/** Returns an error in the form that the model reads: `{"error": {code, message, …}}`. */
export function errorOutcome(code: string, message: string, extra: { issues?: ValidationIssue[]; [key: string]: unknown } = {}): ToolOutcome {
  const error: JsonObject = { code, message, ...(JSON.parse(JSON.stringify(extra)) as JsonObject) }
  return { status: 'error', observation: { error }, code }
}

/** A call that waits for an answer. */
export const pausedOutcome: ToolOutcome = Object.freeze({ status: 'paused', observation: {} })

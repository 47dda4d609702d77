import type { JsonValue, Owner, TokenUsage } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import type { DecidingHooks } from './hook-types.ts'

/** A line that a tool logged. */
export interface ToolLog {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  fields?: Record<string, JsonValue>
  tool: string
  owner: Owner
  run_id: string
  /** What was thrown, with its `cause`. It may hold text of a provider, so it is for the operator only. */
  error?: unknown
}

/**
 * Hooks into a run. Run ids are unique within an owner only: keep what you see by both. Those that decide are in `DecidingHooks`; the others
 * look on: called synchronously with live values, which they must not change, and what they throw is ignored.
 */
export interface AgentHooks extends DecidingHooks {
  /** Receives the messages of each model call as sent. */
  onModelRequest?(info: { owner: Owner; run_id: string; step: number; attempt: number; messages: readonly ModelMessage[] }): void
  /** The text of each model call, as it came, also of failed attempts, and its reasoning where there was any; `usage.reasoning` counts its tokens. */
  onModelResponse?(info: { owner: Owner; run_id: string; step: number; attempt: number; text: string; reasoning?: string; usage?: TokenUsage }): void
  /** Receives what a tool returned, together with the redacted form for the model. */
  onObservation?(info: { owner: Owner; run_id: string; tool_call_id: string; tool: string; returned: unknown; redacted: JsonValue }): void
  /** Receives what tools log through their context, and every error that ends a run or that a tool throws. */
  onLog?(entry: ToolLog): void
}

/** Observing hooks that are always present and never throw. */
export type SafeHooks = Required<Omit<AgentHooks, keyof DecidingHooks>>

/** Wraps hooks so that a faulty one cannot reach a run. `onError` also receives the error of each log entry. */
export function createSafeHooks(hooks: AgentHooks = {}, onError?: (error: unknown) => void): SafeHooks {
  const safe =
    <T>(hook: ((info: T) => unknown) | undefined) =>
    (info: T) => {
      try {
        Promise.resolve(hook?.call(hooks, info)).catch(() => undefined)
      } catch {
        // An observing hook must not affect the run, so its errors are ignored.
      }
    }
  const log = safe(hooks.onLog)
  const report = safe(onError)
  return {
    onModelRequest: safe(hooks.onModelRequest),
    onModelResponse: safe(hooks.onModelResponse),
    onObservation: safe(hooks.onObservation),
    onLog: (entry) => {
      log(entry)
      if (entry.error !== undefined) report(entry.error)
    },
  }
}

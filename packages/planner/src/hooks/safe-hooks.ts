import type { JsonValue, Owner, TokenUsage } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import type { DecidingHooks } from './hook-types.ts'

/** An entry logged by a tool. */
export interface ToolLog {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  fields?: Record<string, JsonValue>
  tool: string
  owner: Owner
  runId: string
  /** The thrown value, with its `cause`. It may contain text of a provider, so it is intended for operators only. */
  error?: unknown
}

/**
 * Hooks for a run. Run ids are unique only within an owner, so identify a run by both. Hooks in `DecidingHooks` can change the run; all
 * others are observers: they are called synchronously with live values, which they must not change, and their errors are ignored.
 */
export interface AgentHooks extends DecidingHooks {
  /** Receives the messages of each model call as sent. */
  onModelRequest?(info: { owner: Owner; runId: string; step: number; attempt: number; messages: readonly ModelMessage[] }): void
  /**
   * Receives the text of each model call as received, including failed attempts, and its reasoning if there is any. `usage.reasoning` is
   * its number of tokens.
   */
  onModelResponse?(info: { owner: Owner; runId: string; step: number; attempt: number; text: string; reasoning?: string; usage?: TokenUsage }): void
  /** Receives the return value of a tool, together with the redacted form for the model. */
  onObservation?(info: { owner: Owner; runId: string; toolCallId: string; tool: string; returned: unknown; redacted: JsonValue }): void
  /** Receives log entries of tools, and every error that ends a run or is thrown by a tool. */
  onLog?(entry: ToolLog): void
}

/** Observing hooks that are always present and never throw. */
export type SafeHooks = Required<Omit<AgentHooks, keyof DecidingHooks>>

/** Wraps hooks so that a faulty hook cannot affect a run. `onError` also receives the error of each log entry. */
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

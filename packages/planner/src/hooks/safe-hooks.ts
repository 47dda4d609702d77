import type { ErrorContext, JsonValue, Logger, Owner, TokenUsage } from '@pf/core'
import { errorFields, safeLogger } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import type { DecidingHooks } from './hook-types.ts'

/** An entry logged by a tool. */
export interface ToolLog {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  fields?: Record<string, JsonValue>
  tool: string
  owner: Owner
  runId: string
  threadId?: string
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
export type SafeHooks = Required<Omit<AgentHooks, keyof DecidingHooks | 'onLog'>> & {
  /** `secrets` are texts of the entry that the logger must not contain. */
  onLog(entry: ToolLog, secrets?: ReadonlySet<string>): void
}

/** The receivers of log entries in addition to the hook `onLog`. */
interface LogReceivers {
  /** Receives the error of each entry that has one. */
  onError?: ((error: unknown, context: ErrorContext) => void) | undefined
  /** Receives every entry. */
  logger?: Logger | undefined
}

/** Wraps hooks so that a faulty hook cannot affect a run. */
export function createSafeHooks(hooks: AgentHooks = {}, { onError, logger }: LogReceivers = {}): SafeHooks {
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
  const report = safe<{ error: unknown; context: ErrorContext }>(({ error, context }) => onError?.(error, context))
  const lines = safeLogger(logger)
  return {
    onModelRequest: safe(hooks.onModelRequest),
    onModelResponse: safe(hooks.onModelResponse),
    onObservation: safe(hooks.onObservation),
    onLog: (entry, secrets = noSecrets) => {
      log(entry)
      const { level, message, runId, threadId, tool, error } = entry
      const named = tool === '' ? {} : { tool }
      const place = { run_id: runId, ...(threadId === undefined ? {} : { thread_id: threadId }), ...named }
      const mask = (text: string) => scrubTexts(text, secrets)
      const given = entry.fields === undefined ? {} : { fields: scrubTexts(entry.fields, secrets) }
      lines[level]({ ...place, ...given, ...(error === undefined ? {} : errorFields(error, mask)) }, mask(message))
      if (error !== undefined) report({ error, context: { runId, ...(threadId === undefined ? {} : { threadId }), ...named, logged: logger !== undefined } })
    },
  }
}

const noSecrets: ReadonlySet<string> = new Set()

import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { maxOptionNumber } from './task-options.ts'

/** Options for the shared state of AG-UI: one JSON value that the application and the tools of the agent read and change. */
export interface StateOptions {
  /**
   * Includes the state in the prompt of each model call, as data: all of it with true, or what the function returns for it (undefined:
   * nothing). It is shortened to `limits.observationChars`. Default: not included.
   */
  prompt?: boolean | ((state: JsonValue) => JsonValue | undefined)
  /** Maximum size of the state as JSON, in UTF-8 bytes. Default 200,000. */
  maxBytes?: number
}

/** The compiled options. `select` is undefined if the prompt does not contain the state. */
export interface SharedState {
  readonly maxBytes: number
  readonly select: ((state: JsonValue) => JsonValue | undefined) | undefined
}

const defaultMaxBytes = 200_000

/** Returns undefined if the agent has no shared state. */
export function compileState(options: StateOptions | undefined): SharedState | undefined {
  if (!options) return undefined
  const { prompt = false, maxBytes = defaultMaxBytes } = options
  return { maxBytes, select: typeof prompt === 'function' ? prompt : prompt ? (state) => state : undefined }
}

/** Returns the faults of the options, described so that the host can correct them. */
export function stateFaults(options: unknown): string[] {
  if (options === undefined) return []
  if (!isRecord(options)) return ['state must be {prompt?, maxBytes?}']
  const { prompt, maxBytes, ...others } = options
  const isSize = maxBytes === undefined || (Number.isInteger(maxBytes) && Number(maxBytes) >= 2 && Number(maxBytes) <= maxOptionNumber)
  return [
    ...(['undefined', 'boolean', 'function'].includes(typeof prompt) ? [] : ['state.prompt must be true, false or a function']),
    ...(isSize ? [] : [`state.maxBytes must be an integer from 2 to ${maxOptionNumber}`]),
    ...Object.keys(others).map((name) => `state has no option ${name}`),
  ]
}

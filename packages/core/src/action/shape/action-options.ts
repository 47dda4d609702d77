import type { ActionFormat } from '../../contracts/action.ts'

/** Options of all functions that read actions. */
export interface ActionOptions {
  /** Names of the available tools. A tool name takes precedence over a lenient interpretation of the name as an opcode. */
  tools?: readonly string[]
  /** The accepted forms. Default `auto`, which accepts all forms. */
  format?: ActionFormat
  /** Maximum number of UTF-8 bytes of input. Default 16 MiB. */
  maxBytes?: number
  /** Maximum number of nested containers, at most 1,000. Default 128. */
  maxDepth?: number
}

/** The options, completed with their default values. */
export interface ActionSettings {
  readonly tools: readonly string[]
  readonly format: ActionFormat
  readonly maxBytes: number
  readonly maxDepth: number
  /** Find repeated keys in calls of any length, instead of only in those of up to 2,000 characters. */
  readonly allKeys?: boolean
}

const maxAllowedDepth = 1000
const defaults: ActionSettings = { tools: [], format: 'auto', maxBytes: 16_777_216, maxDepth: 128 }

/** Completes options with their default values. */
export function actionSettings(options?: ActionOptions): ActionSettings {
  if (options === undefined) return defaults
  const { tools, format, maxBytes, maxDepth } = { ...defaults, ...options }
  return { tools, format, maxBytes, maxDepth: Math.min(maxDepth, maxAllowedDepth) }
}

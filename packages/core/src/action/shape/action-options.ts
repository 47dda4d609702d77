import type { ActionFormat } from '../../contracts/action.ts'

/** Options of everything that reads actions. */
export interface ActionOptions {
  /** Names of the tools at hand; a tool of this name wins over a lenient reading of the name as an opcode. */
  tools?: readonly string[]
  /** Which shapes are accepted. Default `auto`: all of them. */
  format?: ActionFormat
  /** Most UTF-8 bytes of input. Default 16 MiB. */
  maxBytes?: number
  /** Most levels of containers, at most 1000. Default 128. */
  maxDepth?: number
}

/** The same with defaults filled in. */
export interface ActionSettings {
  readonly tools: readonly string[]
  readonly format: ActionFormat
  readonly maxBytes: number
  readonly maxDepth: number
}

const maxAllowedDepth = 1000
const defaults: ActionSettings = { tools: [], format: 'auto', maxBytes: 16_777_216, maxDepth: 128 }

/** Fills in the defaults. */
export function actionSettings(options?: ActionOptions): ActionSettings {
  if (options === undefined) return defaults
  const { tools, format, maxBytes, maxDepth } = { ...defaults, ...options }
  return { tools, format, maxBytes, maxDepth: Math.min(maxDepth, maxAllowedDepth) }
}

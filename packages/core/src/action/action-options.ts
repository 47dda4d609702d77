import type { ActionFormat } from '../contracts/action.ts'

/** Options of everything that reads actions. */
export interface ActionOptions {
  /** Names of the tools at hand; a tool of this name wins over a lenient reading of the name as an opcode. */
  tools?: readonly string[]
  /** Which shapes are accepted. Default `auto`: all of them. */
  format?: ActionFormat
  /** Most UTF-8 bytes of input. Default 16 MiB. */
  maxBytes?: number
  /** Most levels of containers. Default 128. */
  maxDepth?: number
}

/** The same with defaults filled in and the tools as a set. */
export interface ActionSettings {
  tools: ReadonlySet<string>
  format: ActionFormat
  maxBytes: number
  maxDepth: number
}

/** Fills in the defaults. */
export function actionSettings(options: ActionOptions = {}): ActionSettings {
  const { tools = [], format = 'auto', maxBytes = 16 * 1024 * 1024, maxDepth = 128 } = options
  return { tools: new Set(tools), format, maxBytes, maxDepth }
}

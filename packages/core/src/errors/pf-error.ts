import type { ErrorCode } from './codes.ts'

const brand = Symbol.for('pf.error')

/** Base of every error of ours: a code of the table, a message that says what to do, and fields as data. */
export class PfError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly fields: Readonly<Record<string, unknown>>

  constructor(code: Code, message: string, options: { cause?: unknown; fields?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'PfError'
    this.code = code
    this.fields = options.fields ?? {}
    Object.defineProperty(this, brand, { value: true })
  }

  /** True for errors of ours, also across two copies of the package, as its CommonJS entries are. Never throws, whatever was thrown: a revoked proxy is none of ours. */
  static isInstance(value: unknown): value is PfError {
    try {
      return typeof value === 'object' && value !== null && Object.hasOwn(value, brand)
    } catch {
      return false
    }
  }
}

/** Stops what is no string before it is shown as "null" or "[object Object]"; `name` stands in the message. Throws PfError `invalid_input`. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new PfError('invalid_input', `${name} must be a string. Leave out a piece without text.`)
}

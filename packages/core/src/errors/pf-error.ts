import type { ErrorCode } from './codes.ts'

const brand = Symbol.for('pf.error')

/** Base class of all errors of these packages: a code from `errorCodes`, a message with a remedy, and fields as data. */
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

  /**
   * True for errors of these packages, including errors from another copy of the package (such as its CommonJS build). Never throws, not
   * even for a revoked proxy.
   */
  static isInstance(value: unknown): value is PfError {
    try {
      return typeof value === 'object' && value !== null && Object.hasOwn(value, brand)
    } catch {
      return false
    }
  }
}

/** Throws PfError `invalid_input` if the value is not a string, so that it is never displayed as "null" or "[object Object]". `name` is part of the message. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new PfError('invalid_input', `${name} must be a string. Omit pieces without text.`)
}

import type { Logger } from '../contracts/logger.ts'
import { redactCredentials } from '../errors/redact-credentials.ts'
import { isRecord } from './records.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const

/** True for an object with the four methods of a logger. */
export const isLogger = (value: unknown): value is Logger => isRecord(value) && levels.every((level) => typeof value[level] === 'function')

const nothing = () => undefined

/** A logger that drops every line. */
const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Wraps a logger so that its errors do not affect the caller. Without a logger, lines are dropped. */
export function safeLogger(logger: Logger | undefined): Logger {
  if (!logger) return silentLogger
  const safe = (level: keyof Logger) => (fields: Record<string, unknown>, message: string) => {
    try {
      logger[level](fields, message)
    } catch {
      // A faulty logger must not affect a run or a request.
    }
  }
  return { debug: safe('debug'), info: safe('info'), warn: safe('warn'), error: safe('error') }
}

/** An error as fields of a log line. */
export interface ErrorFields {
  /** The code of a PfError or of an error of Node. */
  code?: string
  error: { type: string; message: string; stack?: string }
  /** The causes, nearest first, as one text. */
  cause?: string
}

const maxMessage = 2_000
const maxStack = 8_000
const maxCauses = 3

/**
 * Describes any thrown value for a log, as plain JSON, without texts that look like credentials. `mask` hides further texts. Never throws: a
 * value may throw when it is inspected.
 */
export function errorFields(error: unknown, mask: (text: string) => string = (text) => text): ErrorFields {
  const clean = (text: string, max: number) => redactCredentials(mask(text)).slice(0, max).toWellFormed()
  try {
    const code = read(error, 'code')
    const stack = read(error, 'stack')
    const causes = causesOf(error).map((cause) => clean(`${typeOf(cause)}: ${String(read(cause, 'summary') ?? messageOf(cause))}`, maxMessage))
    return {
      ...(typeof code === 'string' ? { code: clean(code, 100) } : {}),
      error: { type: typeOf(error), message: clean(messageOf(error), maxMessage), ...(typeof stack === 'string' ? { stack: clean(stack, maxStack) } : {}) },
      ...(causes.length > 0 ? { cause: causes.join(' < ') } : {}),
    }
  } catch {
    return { error: { type: 'unknown', message: 'The error cannot be read.' } }
  }
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = read(error, 'cause'); at !== undefined && at !== null && causes.length < maxCauses; at = read(at, 'cause')) causes.push(at)
  return causes
}

const read = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined)

function messageOf(value: unknown): string {
  const message = read(value, 'message')
  if (typeof message === 'string') return message
  return typeof value === 'string' ? value : `A value of type ${value === null ? 'null' : typeof value} was thrown.`
}

function typeOf(value: unknown): string {
  const name = read(value, 'name')
  return typeof name === 'string' && name !== '' ? name.slice(0, 60) : typeof value
}

import { isRecord, redactCredentials } from '@pf/core/internal'
import { isInstanceOf } from '../util/thrown-message.ts'
import { type RateLimitHeaders, rateLimitsIn, resetAfter } from './rate-limits.ts'

/**
 * The error of a provider, as the cause of a PfError. It has the same members for every provider, and contains no headers, no request and
 * nothing that looks like a credential.
 */
export class ProviderError extends Error {
  /** HTTP status; undefined for an error inside a stream. */
  readonly status: number | undefined
  readonly code: string
  readonly type: string
  readonly param: string
  /** The id under which the provider logs the request; empty if there is none. */
  readonly requestId: string
  /** The requested delay before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The headers with the rate limits of the account, by name. */
  readonly rateLimits: RateLimitHeaders

  constructor(message: string, { status, code, type, param, requestId, retryAfterMs, rateLimits }: Omit<ProviderError, keyof Error | 'summary'>) {
    super(message)
    this.name = 'ProviderError'
    this.status = status
    this.code = code
    this.type = type
    this.param = param
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.rateLimits = rateLimits
  }

  /** Returns one line for a log. */
  get summary(): string {
    const parts = [
      this.status === undefined ? '' : `status ${this.status}`,
      this.code === '' ? '' : `code ${this.code}`,
      this.type === '' || this.type === this.code ? '' : `type ${this.type}`,
      this.param === '' ? '' : `parameter ${this.param}`,
      this.requestId === '' ? '' : `request ${this.requestId}`,
      ...Object.entries(this.rateLimits).map(([name, value]) => `${name} ${value}`),
    ].filter((part) => part !== '')
    return `${parts.length === 0 ? '' : `${parts.join(', ')}: `}${this.message}`
  }
}

const maxTextChars = 2_000

/**
 * Reads the error of a provider's client; undefined for any other error. It is recognized structurally, because the host's client may come
 * from another copy of its package: `openai` and `@anthropic-ai/sdk` throw an APIError, `@google/genai` an ApiError whose message is JSON,
 * the AI SDK an APICallError.
 */
export function readProviderError(error: unknown): ProviderError | undefined {
  if (isInstanceOf(error, ProviderError)) return error
  if (!(error instanceof Error)) return undefined
  if ('requestID' in error && 'headers' in error && 'error' in error) return fromParts(error, { status: read(error, 'status'), body: error.error })
  if (error.name === 'ApiError' && 'status' in error) return fromParts(error, { status: error.status, body: parse(jsonOf(error.message)) })
  if (error.name === 'AI_APICallError' && 'statusCode' in error)
    return fromParts(error, { status: error.statusCode, body: read(error, 'data') ?? parse(read(error, 'responseBody')) })
  return undefined
}

/** Reads an error that a provider reports as a value inside a stream, such as an `error` event. */
export function toProviderError(body: unknown): ProviderError {
  return fromParts(undefined, { status: undefined, body })
}

function fromParts(error: Error | undefined, { status, body }: { status: unknown; body: unknown }): ProviderError {
  const details = withForwarded(innermost(body))
  const text = [details.message, read(error, 'apiMessage'), error?.message, typeof body === 'string' ? body : ''].find(
    (each) => typeof each === 'string' && each !== '',
  )
  const code = textOf(details.code, read(error, 'code'), read(error, 'errorCode'))
  const type = textOf(details.type, details.status, read(error, 'type'))
  const rateLimits = rateLimitsIn(headersOf(error))
  return new ProviderError(
    redactCredentials(String(text ?? 'The provider gave no reason.'))
      .slice(0, maxTextChars)
      .toWellFormed(),
    {
      status: typeof status === 'number' && status >= 100 ? status : undefined,
      // Google uses the HTTP status as the code. The name of the status is more specific.
      code: code === String(status) ? type : code,
      type,
      param: textOf(details.param, read(error, 'param')),
      requestId: requestIdOf(error, body),
      retryAfterMs: retryAfterOf(error, details) ?? (status === 429 ? resetAfter(rateLimits, Date.now()) : undefined),
      rateLimits,
    },
  )
}

/** Returns the object that contains the message. Bodies are `{message}`, `{error: {message}}` or, for a repeated error, nested further. */
function innermost(body: unknown): Record<string, unknown> {
  let found = Array.isArray(body) ? body[0] : body
  for (let depth = 0; depth < 3 && isRecord(found); depth++) {
    if (isRecord(found.error)) found = found.error
    else if (typeof found.error === 'string' && found.message === undefined) return { ...found, message: found.error }
    else break
  }
  return isRecord(found) ? found : {}
}

/** OpenRouter forwards the error of a provider as a text in `metadata.raw`, under a message that says nothing about it. */
function withForwarded(details: Record<string, unknown>): Record<string, unknown> {
  const raw = isRecord(details.metadata) ? details.metadata.raw : undefined
  if (typeof raw !== 'string' || raw === '') return details
  const { message = raw } = innermost(parse(raw))
  return { ...details, message: [details.message, message].filter((part) => typeof part === 'string' && part !== '').join(': ') }
}

function requestIdOf(error: Error | undefined, body: unknown): string {
  const inBody = isRecord(body) ? body.request_id : undefined
  const names = ['x-request-id', 'request-id', 'x-goog-request-id', 'apim-request-id', 'x-amzn-requestid']
  return textOf(read(error, 'requestID'), inBody, ...names.map((name) => header(error, name))).slice(0, 200)
}

/** Returns the delay in milliseconds, from the headers or from the RetryInfo in a body of Google. */
function retryAfterOf(error: Error | undefined, body: Record<string, unknown>): number | undefined {
  const ms = Number(header(error, 'retry-after-ms') ?? Number.NaN)
  const after = header(error, 'retry-after')
  const seconds = Number(after ?? Number.NaN)
  const until = after === undefined ? Number.NaN : Date.parse(after) - Date.now()
  const details = Array.isArray(body.details) ? body.details.filter(isRecord) : []
  const delay = details.map(({ retryDelay }) => (typeof retryDelay === 'string' ? Number.parseFloat(retryDelay) : Number.NaN)).find(Number.isFinite)
  const found = [ms, seconds * 1_000, until, (delay ?? Number.NaN) * 1_000].find((each) => Number.isFinite(each) && each >= 0)
  return found === undefined ? undefined : Math.ceil(found)
}

function headersOf(error: Error | undefined): Iterable<readonly [string, unknown]> {
  const headers: unknown = read(error, 'headers') ?? read(error, 'responseHeaders')
  return headers instanceof Headers ? headers : isRecord(headers) ? Object.entries(headers) : []
}

function header(error: Error | undefined, name: string): string | undefined {
  const value = [...headersOf(error)].find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

const read = (source: Error | undefined, name: string): unknown => (source === undefined ? undefined : Reflect.get(source, name))

function textOf(...values: readonly unknown[]): string {
  const found = values.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  return found === undefined ? '' : redactCredentials(String(found)).slice(0, 200)
}

/** Returns the JSON in a message, which may start with text of the client. */
const jsonOf = (message: string) => message.slice(Math.max(0, message.indexOf('{')))

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { LoggedRequest, Outcome } from './logged-request.ts'

/** The writable side of a log entry, which only the server has. */
export interface OpenEntry {
  /** The entry that users of the server read. */
  readonly entry: LoggedRequest
  note(more: Partial<Pick<LoggedRequest, 'body' | 'conversation' | 'story' | 'fault' | 'status' | 'error'>>): void
  count(text: string): void
  end(outcome: Exclude<Outcome, 'open'>): void
}

/** Entries of the last requests, the newest last. */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[]
  open(headers: IncomingHttpHeaders): OpenEntry
  /** Resolves to the request with this number, immediately if it has already arrived. Rejects if it has been dropped or the log closes. */
  received(number: number): Promise<LoggedRequest>
  close(): void
}

type Mutable = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }
type Waiter = { number: number; done(entry: LoggedRequest): void; fail(error: Error): void }

const secrets = new Set(['authorization', 'proxy-authorization', 'cookie', 'api-key', 'x-api-key'])

/** Creates a log that keeps the last `limit` requests. */
export function createRequestLog(limit: number): RequestLog {
  const entries: LoggedRequest[] = []
  let waiting: Waiter[] = []
  let last = 0
  let closed = false

  function add(entry: LoggedRequest): void {
    entries.push(entry)
    if (entries.length > limit) entries.shift()
    for (const { number, done } of waiting) if (number === entry.number) done(entry)
    waiting = waiting.filter(({ number }) => number !== entry.number)
  }

  return {
    entries,
    open(headers) {
      last += 1
      const open = openEntry(last, headers)
      add(open.entry)
      return open
    },
    received(number) {
      const found = entries.find((entry) => entry.number === number)
      if (found) return Promise.resolve(found)
      if (number <= last) return Promise.reject(new Error(`Request ${number} is no longer in the log, which holds ${limit} requests.`))
      if (closed) return Promise.reject(closedBefore(number))
      return new Promise((done, fail) => waiting.push({ number, done, fail }))
    },
    close() {
      closed = true
      for (const { number, fail } of waiting) fail(closedBefore(number))
      waiting = []
    },
  }
}

const closedBefore = (number: number) => new Error(`The server closed before request ${number} arrived.`)

function openEntry(number: number, headers: IncomingHttpHeaders): OpenEntry {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const entry: Mutable = { number, headers: readHeaders(headers), sent: 0, clientGone: false, outcome: 'open', ended: promise }
  return {
    entry,
    note: (more) => void Object.assign(entry, more),
    count(text) {
      entry.sent += text.length
    },
    end(outcome) {
      entry.outcome = outcome
      entry.clientGone = outcome === 'client_gone'
      resolve(outcome)
    },
  }
}

function readHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secrets.has(name) ? '<secret>' : String(value)]))
}

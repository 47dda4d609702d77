/** Options of a fault. All numbers are integers. */
export interface FaultOptions {
  /** Number of requests to which the fault applies. Later requests succeed. */
  times?: number
  /** Number of the only request to which the fault applies, counted from 1 since the start of the server. */
  request?: number
  /** Number of the only step of a turn to which the fault applies, from 1. */
  step?: number
  /** Number of deltas sent before the fault. Default: half of them. */
  at?: number
  /** Milliseconds before each delta. */
  delayMs?: number
  /** Milliseconds for which the fault waits, for faults that wait. */
  waitMs?: number
  retryAfterMs?: number
  /** Number of bytes in each write to the socket. */
  bytes?: number
  /** Number of code points in each delta. */
  chunkSize?: number
  /** Number of bytes of `huge`, and of deltas of `flood` and `whitespace`. */
  size?: number
  /** The request parameter that `unsupported-parameter` refuses. */
  param?: string
  /** The text of the error of `strict-roles`, of at most 2,000 characters. */
  message?: string
}

const bounds = {
  times: [0, 1e6],
  request: [1, 1e9],
  step: [1, 1e4],
  at: [0, 1e6],
  delayMs: [0, 6e5],
  waitMs: [0, 6e5],
  retryAfterMs: [0, 6e5],
  bytes: [1, 1e8],
  chunkSize: [1, 1e8],
  size: [1, 3e7],
} satisfies Record<Exclude<keyof FaultOptions, 'param' | 'message'>, [number, number]>

/** Returns a description of each option that is unknown or out of range. */
export function faultOptionIssues(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (name === 'param') return typeof value === 'string' && /^\w{1,64}$/.test(value) ? [] : ['param must be the name of a request parameter']
    if (name === 'message') return typeof value === 'string' && value.length <= 2_000 ? [] : ['message must be a text of at most 2,000 characters']
    if (!Object.hasOwn(bounds, name))
      return [`${name.slice(0, 40)} is not an option; the options are ${[...Object.keys(bounds), 'param', 'message'].join(', ')}`]
    const [from, to] = bounds[name as keyof typeof bounds]
    return Number.isSafeInteger(value) && value >= from && value <= to ? [] : [`${name} must be an integer from ${from} to ${to}`]
  })
}

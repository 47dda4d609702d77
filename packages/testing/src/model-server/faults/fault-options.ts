/** How a fault is played; all numbers are whole. */
export interface FaultOptions {
  /** Requests it holds for; then the server behaves. */
  times?: number
  /** Only for this request (from 1, over the life of the server). */
  request?: number
  /** Only for this step of a turn (from 1). */
  step?: number
  /** Deltas sent before it; half of them when left out. */
  at?: number
  /** Milliseconds before each delta. */
  delayMs?: number
  /** Milliseconds for the faults that wait. */
  waitMs?: number
  retryAfterMs?: number
  /** Bytes in each write to the socket. */
  bytes?: number
  /** Code points in each delta. */
  chunkSize?: number
  /** Bytes of `huge`, deltas of `flood` and `whitespace`. */
  size?: number
  /** The request parameter that `unsupported-parameter` refuses. */
  param?: string
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
} satisfies Record<Exclude<keyof FaultOptions, 'param'>, [number, number]>

/** The names of options that are unknown or out of range; empty when all is well. */
export function faultOptionIssues(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (name === 'param') return typeof value === 'string' && /^\w{1,64}$/.test(value) ? [] : ['param must be the name of a request parameter']
    if (!Object.hasOwn(bounds, name)) return [`${name.slice(0, 40)} is no option; known are ${[...Object.keys(bounds), 'param'].join(', ')}`]
    const [from, to] = bounds[name as keyof typeof bounds]
    return Number.isSafeInteger(value) && value >= from && value <= to ? [] : [`${name} must be a whole number from ${from} to ${to}`]
  })
}

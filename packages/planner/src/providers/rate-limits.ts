/** The headers in which providers report rate limits, such as `x-ratelimit-remaining-tokens`, by name. */
export type RateLimitHeaders = Readonly<Record<string, string>>

const rateLimitName = /^(x-ratelimit|anthropic-ratelimit)-[a-z0-9-]{1,60}$/
const maxHeaders = 20
const maxValueChars = 100

/** Returns the rate limits in the headers of a response. */
export function rateLimitsIn(headers: Iterable<readonly [string, unknown]>): RateLimitHeaders {
  const found = [...headers].flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    return typeof value === 'string' && value.length <= maxValueChars && rateLimitName.test(lower) ? [[lower, value] as const] : []
  })
  return Object.fromEntries(found.slice(0, maxHeaders))
}

/**
 * Returns the milliseconds until the limits that are used up are reset, or until all are if none is marked as used up; undefined without a
 * readable reset. OpenAI and Groq send durations (`6m0s`), Anthropic dates, others seconds or a time since 1970.
 */
export function resetAfter(limits: RateLimitHeaders, now: number): number | undefined {
  const resets = Object.entries(limits).flatMap(([name, value]) => {
    const ms = name.includes('reset') ? untilReset(value, now) : undefined
    return ms === undefined ? [] : [{ ms, isUsedUp: Number(limits[name.replace('reset', 'remaining')] ?? Number.NaN) <= 0 }]
  })
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp)
  const times = (usedUp.length > 0 ? usedUp : resets).map(({ ms }) => ms)
  return times.length === 0 ? undefined : Math.max(...times)
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
const duration = /^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/
/** Numbers above this one are seconds or milliseconds since 1970. */
const firstTime = 1e9

function untilReset(value: string, now: number): number | undefined {
  const text = value.trim()
  if (duration.test(text))
    return Math.ceil([...text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * (unitMs[unit ?? ''] ?? 0), 0))
  const number = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number)) {
    if (number < 0) return undefined
    if (number < firstTime) return Math.ceil(number * 1_000)
    return Math.max(0, Math.ceil((number < firstTime * 1_000 ? number * 1_000 : number) - now))
  }
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

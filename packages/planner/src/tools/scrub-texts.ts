import { isRecord } from '@pf/core'

const mask = '<secret>'
/** Shorter ones stand in too many other words. */
const least = 4

/** A copy of a JSON value in which no text holds a secret; the value itself where there are none. */
export function scrubTexts<T>(value: T, secrets: ReadonlySet<string>): T {
  return secrets.size === 0 ? value : (scrub(value, secrets) as T)
}

function scrub(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return scrubText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => scrub(item, secrets))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [scrubText(key, secrets), scrub(member, secrets)]))
}

function scrubText(text: string, secrets: ReadonlySet<string>): string {
  let clean = text
  for (const secret of secrets) {
    if (clean === secret) return mask
    if (secret.length >= least) clean = clean.replaceAll(secret, mask)
  }
  return clean
}

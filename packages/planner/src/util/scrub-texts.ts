import { toJson } from '@pf/artifacts'

const mask = '<secret>'
/** Shorter secrets are not masked, because they occur in too many other words. */
const minLength = 4
/** Maximum depth, which is deeper than artifacts may be. */
const maxDepth = 512

/**
 * Returns a copy of a tool's value in which secrets are masked in all texts, or the value itself if there are no secrets. Bytes are not
 * changed, instances and Maps become JSON, and an object that occurs several times or contains itself is copied once.
 */
export function scrubTexts<T>(value: T, secrets: ReadonlySet<string>): T {
  return secrets.size === 0 ? value : (scrub(value, { secrets, copies: new Map() }, 0) as T)
}

interface Scrubbing {
  secrets: ReadonlySet<string>
  copies: Map<object, unknown>
}

function scrub(value: unknown, run: Scrubbing, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value, run.secrets)
  if (typeof value !== 'object' || value === null || isBytes(value)) return value
  if (run.copies.has(value)) return run.copies.get(value)
  if (depth > maxDepth) return null
  if (Array.isArray(value)) return scrubList(value, run, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  const plain = (prototype === Object.prototype || prototype === null) && typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  if (plain) return scrubObject(value, run, depth)
  const copy = scrub(toJson(value), run, depth + 1)
  run.copies.set(value, copy)
  return copy
}

/** Visits existing indices only, because a length can be set without allocating items. */
function scrubList(list: readonly unknown[], run: Scrubbing, depth: number): unknown[] {
  const copy: unknown[] = []
  run.copies.set(list, copy)
  copy.length = list.length
  for (const index of Object.keys(list)) copy[Number(index)] = scrub(list[Number(index)], run, depth + 1)
  return copy
}

function scrubObject(object: object, run: Scrubbing, depth: number): unknown {
  const copy: Record<string, unknown> = {}
  run.copies.set(object, copy)
  for (const [key, member] of Object.entries(object)) {
    const entry = { value: scrub(member, run, depth + 1), writable: true, enumerable: true, configurable: true }
    Object.defineProperty(copy, scrubText(key, run.secrets), entry)
  }
  return copy
}

const isBytes = (value: object) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob

function scrubText(text: string, secrets: ReadonlySet<string>): string {
  let clean = text
  for (const secret of secrets) {
    if (clean === secret) return mask
    if (secret.length >= minLength) clean = clean.replaceAll(secret, mask)
  }
  return clean
}

import type { Owner } from '@pf/core'

/** A placeholder of personal data, such as `[EMAIL-0123456789abcdef]`. */
export const placeholderPattern = /\[[A-Z][A-Z0-9]{0,19}-[0-9a-f]{16}\]/g
const beginning = /^\[(?:[A-Z][A-Z0-9]{0,19}(?:-[0-9a-f]{0,16})?)?$/

/** Maps each placeholder of a request to the value that it stands for. */
export type Placeholders = ReadonlyMap<string, string>

/** Returns the placeholder of a value. */
export type PlaceholderOf = (kind: string, value: string) => Promise<string>

/**
 * Creates the placeholders of one thread of one owner. They depend on the key, the owner, the thread and the value alone, so that every process
 * makes the same ones, and nobody without the key can find out a value by trying.
 */
export function createPlaceholders(key: string, { owner, threadId }: { owner: Owner; threadId: string }): PlaceholderOf {
  const encode = (text: string) => new TextEncoder().encode(text)
  const imported = crypto.subtle.importKey('raw', encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const known = new Map<string, Promise<string>>()
  const make = async (kind: string, value: string) => {
    const message = JSON.stringify([owner.tenant ?? null, owner.id, threadId, kind, value])
    const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await imported, encode(message)))
    const hex = Array.from(signature.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return `[${kind.toUpperCase()}-${hex}]`
  }
  return (kind, value) => {
    const id = `${kind}:${value}`
    const made = known.get(id) ?? make(kind, value)
    known.set(id, made)
    return made
  }
}

/** Puts values back into a text that arrives in pieces. */
export interface Restorer {
  feed(text: string): string
  /** Returns text that could have become a placeholder. */
  finish(): string
}

/**
 * Creates a restorer. Only the given placeholders are replaced. With `inJson`, values are written as inside a string of JSON, in which a model
 * writes its actions.
 */
export function createRestorer(placeholders: Placeholders, { inJson }: { inJson: boolean }): Restorer {
  const restored = (placeholder: string) => {
    const value = placeholders.get(placeholder)
    if (value === undefined) return placeholder
    return inJson ? JSON.stringify(value).slice(1, -1) : value
  }
  let held = ''
  return {
    feed(text) {
      held += text
      const open = held.lastIndexOf('[')
      const end = open >= 0 && beginning.test(held.slice(open)) ? open : held.length
      const whole = held.slice(0, end)
      held = held.slice(end)
      return whole.replace(placeholderPattern, restored)
    },
    finish() {
      const rest = held
      held = ''
      return rest
    },
  }
}

import { randomId } from '@pf/core/internal'

/** Returns 128 random bits as text. Works on pages without TLS, where browsers do not provide `randomUUID`. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return randomId()
}

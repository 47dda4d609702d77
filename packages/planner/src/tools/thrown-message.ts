import { scrubSecrets } from './scrub-secrets.ts'

/** A safe sentence about anything that was thrown: strings, null, frozen and hostile objects too. Never throws. */
export function thrownMessage(thrown: unknown): string {
  return messageOf(thrown, true)
}

function messageOf(thrown: unknown, nested: boolean): string {
  try {
    if (typeof thrown === 'string') return scrubSecrets(thrown) || 'no message'
    if (nested && thrown instanceof AggregateError && thrown.message === '') return messageOfAll(thrown.errors)
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return scrubSecrets(String(thrown.message)) || 'no message'
    return `a value of type ${thrown === null ? 'null' : typeof thrown} was thrown`
  } catch {
    return 'an error that cannot be read was thrown'
  }
}

/** Not nested further: the errors of an AggregateError may hold it again. */
function messageOfAll(errors: readonly unknown[]): string {
  const first = errors.slice(0, 3).map((error) => messageOf(error, false))
  return scrubSecrets(`${errors.length} errors: ${first.join('; ')}`)
}

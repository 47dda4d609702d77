import { scrubSecrets } from './scrub-secrets.ts'

/** A safe sentence about anything that was thrown: strings, null, frozen and hostile objects too. Never throws. */
export function thrownMessage(thrown: unknown, secrets?: ReadonlySet<string>): string {
  return messageOf(thrown, true, secrets)
}

function messageOf(thrown: unknown, nested: boolean, secrets: ReadonlySet<string> | undefined): string {
  try {
    if (typeof thrown === 'string') return scrubSecrets(thrown, secrets) || 'no message'
    if (nested && thrown instanceof AggregateError && thrown.message === '') return messageOfAll(thrown.errors, secrets)
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return scrubSecrets(String(thrown.message), secrets) || 'no message'
    return `a value of type ${thrown === null ? 'null' : typeof thrown} was thrown`
  } catch {
    return 'an error that cannot be read was thrown'
  }
}

/** Not nested further: the errors of an AggregateError may hold it again. */
function messageOfAll(errors: readonly unknown[], secrets: ReadonlySet<string> | undefined): string {
  const first = errors.slice(0, 3).map((error) => messageOf(error, false, secrets))
  return scrubSecrets(`${errors.length} errors: ${first.join('; ')}`, secrets)
}

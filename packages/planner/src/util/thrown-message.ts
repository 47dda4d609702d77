import { scrubTexts } from './scrub-texts.ts'
import { shortenPaths } from './shorten-paths.ts'

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

const patterns: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,200}@/gi, '$1***@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\b(sk|pk|rk|ghp|gho|xox[abp]|key)[-_][\w-]{8,}/gi, '***'],
  [/\b(api[_-]?key|access[_-]?token|token|password|passwd|secret|authorization)(["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{3,}/gi, '$1$2***'],
]

const none: ReadonlySet<string> = new Set()

/** The first line of an error's message, at most 300 characters, without what looks like a credential and without paths of the machine: fit for a model and a log. */
function scrubSecrets(message: string, secrets: ReadonlySet<string> = none): string {
  // Before anything is cut: half a secret is not found.
  const line = scrubTexts(message.slice(0, 10_000), secrets).slice(0, 1_000).split('\n', 1)[0] ?? ''
  return shortenPaths(patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line))
    .slice(0, 300)
    .toWellFormed()
}

import { scrubTexts } from './scrub-texts.ts'
import { shortenPaths } from './shorten-paths.ts'

const patterns: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,200}@/gi, '$1***@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\b(sk|pk|rk|ghp|gho|xox[abp]|key)[-_][\w-]{8,}/gi, '***'],
  [/\b(api[_-]?key|access[_-]?token|token|password|passwd|secret|authorization)(["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{3,}/gi, '$1$2***'],
]

const none: ReadonlySet<string> = new Set()

/** The first line of an error's message, at most 300 characters, without what looks like a credential and without paths of the machine: fit for a model and a log. */
export function scrubSecrets(message: string, secrets: ReadonlySet<string> = none): string {
  // Before anything is cut: half a secret is not found.
  const line = scrubTexts(message.slice(0, 10_000), secrets).slice(0, 1_000).split('\n', 1)[0] ?? ''
  return shortenPaths(patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line))
    .slice(0, 300)
    .toWellFormed()
}

import { PfError } from '@pf/core'
import { isRecord, redactCredentials } from '@pf/core/internal'
import { scrubTexts } from './scrub-texts.ts'

/** True for a PfError whose code and fields can be read. Never throws for any value: a proxy may throw when it is inspected. */
export function isPfError(thrown: unknown): thrown is PfError {
  try {
    return PfError.isInstance(thrown) && typeof thrown.code === 'string' && isRecord(thrown.fields)
  } catch {
    return false
  }
}

/** `instanceof` for untrusted values. A value that throws when it is inspected, such as a revoked proxy, is not an instance. */
export function isInstanceOf<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

const file = String.raw`file:\/{2,3}[^\s'"\x60<>()]+`
const windows = String.raw`(?<![a-z])[a-z]:[\\/]+(?:[^\\/:*?"'<>|\n]{1,200}[\\/]+)*[^\s\\/:*?"'<>|,;)]*`
const share = String.raw`\\\\[\w.$-]+(?:\\+[^\s\\/:*?"'<>|,;)]+)+`
const modules = String.raw`[^\s'"\x60()]*\bnode_modules[\\/][^\s'"\x60:,;()]*`
const home = String.raw`~\/[^\s'"\x60:,;()]+`
// A path in quotes, as written by Node, may contain spaces.
const quoted = String.raw`(?<=['"\x60])\/[^'"\x60\n:]*\/[^'"\x60\n:]*(?=['"\x60:])`
const posix = String.raw`(?<![\w./\\*~])\/[^\s/'"\x60:,;()<>]+(?:\/[^\s/'"\x60:,;()<>]*)+`
const position = String.raw`(?::\d+){0,2}`

const paths = new RegExp(`(?:${[file, windows, share, modules, home, quoted, posix].join('|')})${position}`, 'gi')
const sure = new RegExp(`^(?:${[file, windows, share, home].join('|')})|node_modules`, 'i')
const roots = [
  ...['root', 'home', 'users', 'tmp', 'var', 'opt', 'usr', 'etc', 'srv', 'mnt', 'media', 'private', 'proc', 'sys', 'dev', 'run', 's?bin', 'lib(?:64)?', 'boot'],
  ...['snap', 'nix', 'volumes', 'library', 'applications', 'system', 'app', 'work', 'workspaces?', 'builds?', 'layers', 'vercel', 'github'],
]
const machine = new RegExp(`^/(?:${roots.join('|')})/`, 'i')
const person = /^(?:\/|[a-z]:[\\/]+)(?:home|users)[\\/]+[^\\/]+[\\/]?$/i
const fileName = /[^\\/]+\.[a-z]\w{0,9}$/i

/** Reduces each file path of the machine to its file name, without line and column. Routes and JSON Pointers, which do not name files, are kept. */
export function shortenPaths(text: string): string {
  return text.replace(paths, (found) => {
    const [, path = '', after = ''] = /^(.*?)((?::\d+)*[\])}.!?]*)$/s.exec(found) ?? []
    const name = person.test(path) ? undefined : fileName.exec(path)?.[0]
    const end = after.replace(/^(?::\d+)+/, '')
    if (name !== undefined) return `***/${name}${end}`
    return sure.test(path) || machine.test(path) ? `***${end}` : found
  })
}

/** Returns a safe sentence about any thrown value, including strings, null, frozen and hostile objects. Never throws. */
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

/** Not nested further, because the errors of an AggregateError may contain it again. */
function messageOfAll(errors: readonly unknown[], secrets: ReadonlySet<string> | undefined): string {
  const first = errors.slice(0, 3).map((error) => messageOf(error, false, secrets))
  return scrubSecrets(`${errors.length} errors: ${first.join('; ')}`, secrets)
}

const none: ReadonlySet<string> = new Set()

/**
 * Returns the first line of an error's message, at most 300 characters, without credentials and paths of the machine, so that it is safe
 * for a model and a log.
 */
function scrubSecrets(message: string, secrets: ReadonlySet<string> = none): string {
  // Secrets are masked before the text is cut, because a partial secret would not be found.
  const line = scrubTexts(message.slice(0, 10_000), secrets).slice(0, 1_000).split('\n', 1)[0] ?? ''
  return shortenPaths(redactCredentials(line)).slice(0, 300).toWellFormed()
}

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The settings read from the environment and the command line. */
export interface Config {
  host: string
  /** Undefined selects the first free port, starting at `firstPort`. */
  port: number | undefined
  /** Location of the stored conversations. `fresh` creates a new folder inside this one. */
  data: { kind: 'folder'; folder: string; fresh: boolean } | { kind: 'database'; url: string }
  /** `ignored` is the name of a model that was set without an API key or a base URL. */
  model: { kind: 'scripted'; ignored?: string } | { kind: 'openai'; apiKey: string; baseURL: string | undefined; name: string }
}

export const firstPort = 4310

/** Default folder of conversations, in the repository. The path is the same from source and from the built file. */
export const defaultDataFolder = fileURLToPath(new URL('../../../../.pf-demo', import.meta.url))

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads PORT, HOST, PF_DATA_DIR, DATABASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, and the option --fresh. Throws an Error
 * with the name of the variable or option and the allowed values.
 */
export function readConfig(env: Environment, options: readonly string[] = []): Config {
  return { host: env.HOST || '127.0.0.1', port: readPort(env.PORT), data: readData(env, options), model: readModel(env) }
}

function readData(env: Environment, options: readonly string[]): Config['data'] {
  const unknown = options.find((option) => option !== '--fresh')
  if (unknown !== undefined) throw new Error(`The demo has no option "${unknown.slice(0, 40)}"; it has --fresh, for an empty folder.`)
  const fresh = options.length > 0
  const url = env.DATABASE_URL || undefined
  if (url === undefined) return { kind: 'folder', folder: resolve(env.PF_DATA_DIR || defaultDataFolder), fresh }
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('DATABASE_URL must begin with postgres://; an example is postgres://user:password@localhost:5432/app.')
  if (fresh) throw new Error('--fresh is for a folder, not for DATABASE_URL. Use an empty database instead.')
  return { kind: 'database', url }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT is "${text.slice(0, 20)}"; it must be a number from 0 to 65535 (0 picks a free port).`)
  return port
}

function readModel(env: Environment): Config['model'] {
  const baseURL = env.OPENAI_BASE_URL || undefined
  const apiKey = env.OPENAI_API_KEY || undefined
  if (!apiKey && !baseURL) return env.OPENAI_MODEL ? { kind: 'scripted', ignored: env.OPENAI_MODEL } : { kind: 'scripted' }
  if (baseURL !== undefined && !/^https?:$/.test(URL.parse(baseURL)?.protocol ?? ''))
    throw new Error('OPENAI_BASE_URL must begin with http:// or https://; an example is http://127.0.0.1:11434/v1.')
  // Local servers such as Ollama and vLLM need no key, but the openai package requires one.
  return { kind: 'openai', apiKey: apiKey ?? 'none', baseURL, name: env.OPENAI_MODEL || 'gpt-5-mini' }
}

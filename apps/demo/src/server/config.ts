/** The settings read from the environment. */
export interface Config {
  host: string
  /** Undefined selects the first free port, starting at `firstPort`. */
  port: number | undefined
  /** `ignored` is the name of a model that was set without an API key or a base URL. */
  model: { kind: 'scripted'; ignored?: string } | { kind: 'openai'; apiKey: string; baseURL: string | undefined; name: string }
}

export const firstPort = 4310

/** Reads PORT, HOST, OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL. Throws an Error that names the variable and its allowed values. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return { host: env.HOST || '127.0.0.1', port: readPort(env.PORT), model: readModel(env) }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT is "${text.slice(0, 20)}"; it must be a number from 0 to 65535 (0 picks a free port).`)
  return port
}

function readModel(env: Readonly<Record<string, string | undefined>>): Config['model'] {
  const baseURL = env.OPENAI_BASE_URL || undefined
  const apiKey = env.OPENAI_API_KEY || undefined
  if (!apiKey && !baseURL) return env.OPENAI_MODEL ? { kind: 'scripted', ignored: env.OPENAI_MODEL } : { kind: 'scripted' }
  if (baseURL !== undefined && !/^https?:$/.test(URL.parse(baseURL)?.protocol ?? ''))
    throw new Error('OPENAI_BASE_URL must begin with http:// or https://; an example is http://127.0.0.1:11434/v1.')
  // Local servers such as Ollama and vLLM need no key, but the openai package requires one.
  return { kind: 'openai', apiKey: apiKey ?? 'none', baseURL, name: env.OPENAI_MODEL || 'gpt-5-mini' }
}

import { createRunClient, type RunClientOptions } from '@pf/agui-adapter/client'
import type { RunClient } from '@pf/core'
import { omitUndefined } from '../shared/omit-undefined.ts'

/** The values of an element that its clients depend on. */
interface ClientSource {
  readonly baseUrl: string
  readonly credentials: string
  readonly headers: RunClientOptions['headers']
  readonly fetch: typeof fetch | undefined
  readonly client: RunClient | undefined
}

/** The client of an element, and the options for further clients of the same server. */
export interface ElementClients {
  client: RunClient
  options: RunClientOptions
}

/**
 * Returns a function that creates the client of an element, again only for another server. Headers and `fetch` are read for each request,
 * because frameworks often set new objects.
 */
export function createElementClients(source: ClientSource): () => ElementClients {
  let current: (ElementClients & { key: string }) | undefined
  return () => {
    const { baseUrl, credentials } = source
    const key = JSON.stringify([baseUrl, credentials])
    if (current?.key !== key) {
      const options: RunClientOptions = {
        ...omitUndefined({ baseUrl: baseUrl || undefined, credentials: (credentials || undefined) as RequestCredentials | undefined }),
        headers: () => (typeof source.headers === 'function' ? source.headers() : (source.headers ?? {})),
        fetch: (input, init) => (source.fetch ?? globalThis.fetch)(input, init),
      }
      current = { key, options, client: createRunClient(options) }
    }
    return { client: source.client ?? current.client, options: current.options }
  }
}

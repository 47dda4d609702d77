import type { Model } from '../model/model.ts'

/**
 * Returns the host name and port to which a client sends its requests, for traces. The clients of `openai` and `@anthropic-ai/sdk` have them as
 * `baseURL`; that of `@google/genai` only in a member without a type. Nothing is returned if they are not found.
 */
export function serverOf(client: object): Pick<Model, 'server'> {
  try {
    const url = new URL(String(Reflect.get(client, 'baseURL') ?? baseUrlOfGoogle(client)))
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    return url.hostname === '' ? {} : { server: { address: url.hostname, port } }
  } catch {
    return {}
  }
}

function baseUrlOfGoogle(client: object): unknown {
  const { getBaseUrl } = Reflect.get(client, 'apiClient') ?? {}
  return typeof getBaseUrl === 'function' ? getBaseUrl.call(Reflect.get(client, 'apiClient')) : undefined
}

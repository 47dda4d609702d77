/**
 * Returns the URL of another route next to the agent's own: its last path segment is replaced by `route`. Only the path changes, so that a
 * URL without a path cannot become the URL of another host.
 */
export function siblingUrl(url: string, route: string): string {
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const path = url.slice(origin.length).replace(/[^/?#]*\/?(?=$|[?#])/, () => route)
  return `${origin}${origin !== '' && !path.startsWith('/') ? '/' : ''}${path}`
}

/** Returns the options of an agent's POST for a GET request: without the body and with additional headers. */
export function toGetInit({ body: _body, method: _method, ...init }: RequestInit, more: HeadersInit | undefined): RequestInit {
  const { 'content-type': _, ...headers } = withHeaders(init.headers, more)
  return { ...init, headers }
}

/** Returns headers with additional ones, which replace those of the same name. */
export function withHeaders(headers: HeadersInit | undefined, more: HeadersInit | undefined): Record<string, string> {
  const all = new Headers(headers)
  for (const [name, value] of new Headers(more)) all.set(name, value)
  return Object.fromEntries(all)
}

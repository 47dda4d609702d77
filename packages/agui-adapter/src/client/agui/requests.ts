/**
 * The URL of another route next to the agent's own: its last path segment is replaced by `route`. Only the path changes, so that a URL without a
 * path cannot become the URL of another host.
 */
export function siblingUrl(url: string, route: string): string {
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const path = url.slice(origin.length).replace(/[^/?#]*\/?(?=$|[?#])/, () => route)
  return `${origin}${origin !== '' && !path.startsWith('/') ? '/' : ''}${path}`
}

/** The options of an agent's POST for a GET request: without the body and with additional headers. */
export function toGetInit({ body: _body, method: _method, ...init }: RequestInit, more: HeadersInit | undefined): RequestInit {
  const headers = new Headers(init.headers)
  headers.delete('content-type')
  for (const [name, value] of new Headers(more)) headers.set(name, value)
  return { ...init, headers: Object.fromEntries(headers) }
}

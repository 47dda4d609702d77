/** What an agent puts into its own request, for one that only reads: without its body, with headers of its own added. */
export function readingInit({ body: _body, method: _method, ...init }: RequestInit, more: HeadersInit | undefined): RequestInit {
  const headers = new Headers(init.headers)
  headers.delete('content-type')
  for (const [name, value] of new Headers(more)) headers.set(name, value)
  return { ...init, headers: Object.fromEntries(headers) }
}

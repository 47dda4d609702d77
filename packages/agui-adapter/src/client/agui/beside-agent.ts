/**
 * The address of another route beside the agent's own, in place of its last part. Only the path changes: an address without one must not
 * become that of another host.
 */
export function besideAgent(url: string, route: string): string {
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const path = url.slice(origin.length).replace(/[^/?#]*\/?(?=$|[?#])/, () => route)
  return `${origin}${origin !== '' && !path.startsWith('/') ? '/' : ''}${path}`
}

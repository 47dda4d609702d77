/** Longest address that is still shown as a link. */
const MAX_URL_LENGTH = 2_048

/** The address when a page may link to it: http(s) or mailto, absolute, without user name or password. */
export function safeUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.protocol === 'mailto:') return url
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** The host as a browser would connect to it: punycode for anything that could look like another one. */
export const hostOf = (url: URL) => (url.protocol === 'mailto:' ? url.pathname : url.host)

/** Anything in a text that a reader would take for a host name, in any script. */
const HOSTS = /[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}[\p{L}\p{N}-]+/gu
const MAX_TEXT_LENGTH = 1_000

/** True when a link's text names a host that is not the one it leads to, or its host could be mistaken for another. */
export function isDeceptiveLink(text: string, url: URL): boolean {
  const host = hostOf(url).toLowerCase()
  if (/(^|\.)xn--/.test(host)) return true
  if (/:\/\//.test(text) && !text.includes(host)) return true
  const bare = host.replace(/:\d+$/, '')
  return (text.slice(0, MAX_TEXT_LENGTH).toLowerCase().match(HOSTS) ?? []).some((named) => named !== bare && named !== `www.${bare}` && `www.${named}` !== bare)
}

/** Longest address that is still shown as a link. */
const LIMIT = 2_048

/** The address when a page may link to it: http(s) or mailto, absolute, without user name or password. */
export function safeUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > LIMIT || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.protocol === 'mailto:') return url
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** The host as a browser would connect to it: punycode for anything that could look like another one. */
export const hostOf = (url: URL) => (url.protocol === 'mailto:' ? url.pathname : url.host)

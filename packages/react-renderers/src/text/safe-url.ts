/** Maximum length of an address that is shown as a link. */
const MAX_URL_LENGTH = 2_048
/** The fields of a mail that a link may fill in. Other fields, such as `bcc`, would add recipients that the link does not show. */
const MAIL_FIELD = /^(?:subject|body)$/i

/** Returns the address if a page may link to it: http(s) or mailto, absolute, without user name or password. */
export function safeUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.protocol === 'mailto:') return [...url.searchParams.keys()].every((name) => MAIL_FIELD.test(name)) ? url : undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** Returns the host to which a browser would connect, in punycode if it could look like another one. */
export const hostOf = (url: URL) => (url.protocol === 'mailto:' ? url.pathname : url.host)

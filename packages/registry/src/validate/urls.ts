import type { UrlUse } from '../contracts/shape.ts'

const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/
const schemes: Readonly<Record<UrlUse, readonly string[]>> = { link: ['https:', 'http:', 'mailto:'], image: ['https:'], media: ['https:'], frame: ['https:'] }

/**
 * Returns the expectation that an address violates; undefined if it is allowed. Links may point to any host; content that is loaded
 * automatically must come from an allowed host.
 */
export function urlFault(text: string, use: UrlUse, hosts: readonly string[]): string | undefined {
  if (use === 'image' && rasterData.test(text)) return undefined
  const url = parse(text)
  const more = use === 'image' ? ', or a base64 data: URI of a PNG, JPEG, GIF, WebP or AVIF' : ''
  if (!url) return `a complete address with https://${more}`
  if (!schemes[use].includes(url.protocol)) return `an address with ${schemes[use].join(' or ')}${more}`
  if (url.username !== '' || url.password !== '') return 'an address without user and password'
  if (use === 'link' || hosts.some((host) => fits(url.host, host))) return undefined
  return hosts.length > 0 ? `an address on ${hosts.join(', ')}` : 'no remote address: the host allows none'
}

/** Requires the slashes, because a browser resolves `https:path` against the host of the page. */
const whole = /^(?!https?:(?!\/\/))[a-z][a-z0-9+.-]*:[^\s\\]+$/i

const parse = (text: string) => (whole.test(text) && URL.canParse(text) ? new URL(text) : undefined)

const fits = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

import { hostOf, safeUrl } from '../../text/safe-url.ts'
import { fitsHost } from '../shared/fits-host.ts'

/** What is done with an address: `frame` shows it, `link` only leads there, `refuse` says why it does neither, `wait` has nothing yet. */
export type EmbedSource =
  | { kind: 'frame'; src: string; host: string }
  | { kind: 'link'; url: URL; host: string }
  | { kind: 'refuse'; why: 'notShowable' | 'ownAddress' }
  | { kind: 'wait' }

/** Decides about foreign text: a frame only of https on a listed host, written without anything that browsers and readers take differently. */
export function embedSource(value: unknown, hosts: readonly string[], origin: string | undefined): EmbedSource {
  if (value === undefined || value === '') return { kind: 'wait' }
  const plain = typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && !/[\s\\\p{Cc}]/u.test(value)
  const url = plain ? safeUrl(value) : undefined
  if (!url) return { kind: 'refuse', why: 'notShowable' }
  // A frame that keeps its origin would be the page itself, with everything that the page may do.
  if (origin !== undefined && url.hostname === new URL(origin).hostname) return { kind: 'refuse', why: 'ownAddress' }
  const listed = url.protocol === 'https:' && hosts.some((host) => fitsHost(url.host, host))
  return listed ? { kind: 'frame', src: url.href, host: hostOf(url) } : { kind: 'link', url, host: hostOf(url) }
}

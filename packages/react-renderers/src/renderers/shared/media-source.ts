import { isRecord } from '@pf/core/internal'
import { hostOf, safeUrl } from '../../text/safe-url.ts'

/**
 * What is done with an address: `show` loads it, `ask` names the host and loads it after a click, `refuse` says why it is never loaded,
 * `wait` has nothing yet.
 */
export type MediaSource = { kind: 'show'; src: string } | { kind: 'ask'; src: string; host: string } | { kind: 'refuse'; why: MediaRefusal } | { kind: 'wait' }

/** Why an address is never loaded; the words of each kind of media have a sentence for it. */
type MediaRefusal = 'noAddress' | 'wrongKind' | 'notLoadable' | 'ownAddress' | 'notStored'

/** What is asked for, and by whom. */
export interface MediaRequest {
  kind: keyof typeof rules
  /** Hosts that the page allows. */
  hosts: readonly string[]
  /** The page's own, whose addresses are asked with the reader's cookies; undefined on a server. */
  origin: string | undefined
}

interface MediaRule {
  /** `data:` addresses that may be shown. */
  data: RegExp | undefined
  types: ReadonlySet<string>
  protocols: ReadonlySet<string>
}

const MAX_DATA = 2_000_000
const rules = {
  image: {
    data: /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/,
    types: new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
    protocols: new Set(['https:', 'http:']),
  },
  video: {
    data: undefined,
    types: new Set(['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime']),
    protocols: new Set(['https:']),
  },
} satisfies Record<string, MediaRule>

/** Decides about foreign text or a stored artifact. */
export function mediaSource(src: unknown, { kind, hosts, origin }: MediaRequest): MediaSource {
  const { data, protocols }: MediaRule = rules[kind]
  if (src === undefined || src === '') return { kind: 'wait' }
  if (isRecord(src)) return storedMedia(src, rules[kind], origin)
  if (typeof src !== 'string') return { kind: 'refuse', why: 'noAddress' }
  if (/^data:/i.test(src)) return data && src.length <= MAX_DATA && data.test(src) ? { kind: 'show', src } : { kind: 'refuse', why: 'wrongKind' }
  const url = safeUrl(src)
  if (!url || !protocols.has(url.protocol)) return { kind: 'refuse', why: 'notLoadable' }
  if (url.protocol === 'https:' && hosts.some((host) => matchesHost(url.host, host))) return { kind: 'show', src: url.href }
  if (url.origin === origin) return { kind: 'refuse', why: 'ownAddress' }
  return { kind: 'ask', src: url.href, host: hostOf(url) }
}

/** Bytes on the artifact route of the app: only an address that ends in the artifact's own id is asked. */
function storedMedia({ artifact_id, media_type, url }: Readonly<Record<string, unknown>>, { types }: MediaRule, origin: string | undefined): MediaSource {
  const base = origin ?? 'https://server.invalid'
  const valid = typeof artifact_id === 'string' && artifact_id !== '' && typeof url === 'string' && URL.canParse(url, base)
  const address = valid ? new URL(url, base) : undefined
  const own = address?.origin === base && address.pathname.endsWith(`/artifacts/${encodeURIComponent(String(artifact_id))}`) && address.search === ''
  if (!address || !own) return { kind: 'refuse', why: 'notStored' }
  if (typeof media_type === 'string' && !types.has(media_type)) return { kind: 'refuse', why: 'wrongKind' }
  return { kind: 'show', src: origin === undefined ? address.pathname : address.href }
}

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
  const listed = url.protocol === 'https:' && hosts.some((host) => matchesHost(url.host, host))
  return listed ? { kind: 'frame', src: url.href, host: hostOf(url) } : { kind: 'link', url, host: hostOf(url) }
}

/** True when a host is the listed one, or a subdomain of a listed `*.example.org`; a port counts as part of it. */
export const matchesHost = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** The page's origin; undefined on a server. */
export const pageOrigin = (): string | undefined => (typeof location === 'undefined' ? undefined : location.origin)

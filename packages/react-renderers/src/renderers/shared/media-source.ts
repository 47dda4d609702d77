import { isRecord } from '@pf/core/internal'
import { hostOf, safeUrl } from '../../text/safe-url.ts'

/**
 * How a media URL is handled: `show` loads it, `ask` loads it after a click, `refuse` never loads it, and `wait` means that it has not
 * arrived.
 */
export type MediaSource = { kind: 'show'; src: string } | { kind: 'ask'; src: string; host: string } | { kind: 'refuse'; why: MediaRefusal } | { kind: 'wait' }

/** The reason why a URL is never loaded. There is a message for each reason. */
type MediaRefusal = 'noAddress' | 'wrongKind' | 'notLoadable' | 'ownAddress' | 'notStored'

/** The kind of media and the context of the page. */
export interface MediaRequest {
  kind: keyof typeof rules
  /** Allowed hosts. */
  hosts: readonly string[]
  /** The origin of the page, whose requests include the user's cookies; undefined on a server. */
  origin: string | undefined
}

interface MediaRule {
  /** Pattern of allowed `data:` URLs. */
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

/** Decides how an untrusted URL or a stored artifact is handled. */
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

/** Accepts the URL of a stored artifact only when it is on the artifact route and ends with the artifact id. */
function storedMedia({ artifact_id, media_type, url }: Readonly<Record<string, unknown>>, { types }: MediaRule, origin: string | undefined): MediaSource {
  const base = origin ?? 'https://server.invalid'
  const valid = typeof artifact_id === 'string' && artifact_id !== '' && typeof url === 'string' && URL.canParse(url, base)
  const address = valid ? new URL(url, base) : undefined
  const own = address?.origin === base && address.pathname.endsWith(`/artifacts/${encodeURIComponent(String(artifact_id))}`) && address.search === ''
  if (!address || !own) return { kind: 'refuse', why: 'notStored' }
  if (typeof media_type === 'string' && !types.has(media_type)) return { kind: 'refuse', why: 'wrongKind' }
  return { kind: 'show', src: origin === undefined ? address.pathname : address.href }
}

/** How an embed URL is handled: `frame` embeds it, `link` shows a link, `refuse` shows the reason, and `wait` means that it has not arrived. */
export type EmbedSource =
  | { kind: 'frame'; src: string; host: string }
  | { kind: 'link'; url: URL; host: string }
  | { kind: 'refuse'; why: 'notShowable' | 'ownAddress' }
  | { kind: 'wait' }

/** Decides how an untrusted URL is handled. Only https URLs of allowed hosts are embedded; ambiguous spellings are rejected. */
export function embedSource(value: unknown, hosts: readonly string[], origin: string | undefined): EmbedSource {
  if (value === undefined || value === '') return { kind: 'wait' }
  const plain = typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && !/[\s\\\p{Cc}]/u.test(value)
  const url = plain ? safeUrl(value) : undefined
  if (!url) return { kind: 'refuse', why: 'notShowable' }
  // An embedded page of the same origin would have all permissions of the page.
  if (origin !== undefined && url.hostname === new URL(origin).hostname) return { kind: 'refuse', why: 'ownAddress' }
  const listed = url.protocol === 'https:' && hosts.some((host) => matchesHost(url.host, host))
  return listed ? { kind: 'frame', src: url.href, host: hostOf(url) } : { kind: 'link', url, host: hostOf(url) }
}

/** True if a host matches a pattern, which may start with `*.` for subdomains. The port is part of the host. */
export const matchesHost = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** Returns the page's origin; undefined on a server. */
export const pageOrigin = (): string | undefined => (typeof location === 'undefined' ? undefined : location.origin)

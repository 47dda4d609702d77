import { isRecord } from '@pf/core/internal'
import { hostOf, safeUrl } from '../../text/safe-url.ts'
import { fitsHost } from './fits-host.ts'

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
  if (url.protocol === 'https:' && hosts.some((host) => fitsHost(url.host, host))) return { kind: 'show', src: url.href }
  if (url.origin === origin) return { kind: 'refuse', why: 'ownAddress' }
  return { kind: 'ask', src: url.href, host: hostOf(url) }
}

/** Bytes on the artifact route of the app: only an address that ends in the artifact's own id is asked. */
function storedMedia({ artifact_id, media_type, url }: Readonly<Record<string, unknown>>, { types }: MediaRule, origin: string | undefined): MediaSource {
  const base = origin ?? 'https://server.invalid'
  const known = typeof artifact_id === 'string' && artifact_id !== '' && typeof url === 'string' && URL.canParse(url, base)
  const address = known ? new URL(url, base) : undefined
  const own = address?.origin === base && address.pathname.endsWith(`/artifacts/${encodeURIComponent(String(artifact_id))}`) && address.search === ''
  if (!address || !own) return { kind: 'refuse', why: 'notStored' }
  if (typeof media_type === 'string' && !types.has(media_type)) return { kind: 'refuse', why: 'wrongKind' }
  return { kind: 'show', src: origin === undefined ? address.pathname : address.href }
}

import { isRecord } from '@pf/core'
import { hostOf, safeUrl } from '../../text/safe-url.ts'

/**
 * What is done with an address: `show` loads it, `ask` names the host and loads it after a click, `refuse` says why it is never loaded,
 * `wait` has nothing yet.
 */
export type ImageSource = { kind: 'show'; src: string } | { kind: 'ask'; src: string; host: string } | { kind: 'refuse'; text: string } | { kind: 'wait' }

const RASTER = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/
const RASTER_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const MAX_DATA = 2_000_000

/** Decides about foreign text or a stored artifact; `origin` is the page's own, whose addresses are asked with the reader's cookies. */
export function imageSource(src: unknown, hosts: readonly string[], origin: string | undefined): ImageSource {
  if (src === undefined || src === '') return { kind: 'wait' }
  if (isRecord(src)) return storedImage(src, origin)
  if (typeof src !== 'string') return { kind: 'refuse', text: 'This image has no address.' }
  if (/^data:/i.test(src))
    return src.length <= MAX_DATA && RASTER.test(src) ? { kind: 'show', src } : { kind: 'refuse', text: 'This kind of image is not shown.' }
  const url = safeUrl(src)
  if (!url || url.protocol === 'mailto:') return { kind: 'refuse', text: 'This image has no address that can be loaded.' }
  if (url.protocol === 'https:' && hosts.some((host) => fits(url.host, host))) return { kind: 'show', src: url.href }
  if (url.origin === origin) return { kind: 'refuse', text: 'Images are not loaded from this page’s own address.' }
  return { kind: 'ask', src: url.href, host: hostOf(url) }
}

const fits = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** Bytes on the artifact route of the app: only an address that ends in the artifact's own id is asked. */
function storedImage({ artifact_id, media_type, url }: Readonly<Record<string, unknown>>, origin: string | undefined): ImageSource {
  const base = origin ?? 'https://server.invalid'
  const known = typeof artifact_id === 'string' && artifact_id !== '' && typeof url === 'string' && URL.canParse(url, base)
  const address = known ? new URL(url, base) : undefined
  const own = address?.origin === base && address.pathname.endsWith(`/artifacts/${encodeURIComponent(String(artifact_id))}`) && address.search === ''
  if (!address || !own) return { kind: 'refuse', text: 'This image is stored, but has no address.' }
  if (typeof media_type === 'string' && !RASTER_TYPES.has(media_type)) return { kind: 'refuse', text: 'This kind of image is not shown.' }
  return { kind: 'show', src: origin === undefined ? address.pathname : address.href }
}

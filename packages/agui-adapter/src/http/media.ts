import type { ArtifactMeta } from '@pf/core'

const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif)|(audio|video)\/[a-z0-9.+-]+)$/
const inertTypes = /^(application\/(json|pdf|zip|x-ndjson|octet-stream)|text\/(plain|csv|tab-separated-values|markdown))$/
const extensions = new Map([
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
])

/**
 * Returns headers that prevent a stored artifact from running as a page of this origin. Types that a browser could execute are sent as
 * application/octet-stream, and only raster images, audio and video are shown inline.
 */
export function mediaHeaders({ media_type, artifact_id, name }: ArtifactMeta): Record<string, string> {
  const declared = (media_type.split(';')[0] ?? '').trim().toLowerCase()
  const inline = inlineTypes.test(declared)
  const type = inline || inertTypes.test(declared) ? declared : 'application/octet-stream'
  const extension = extensions.get(type)
  return {
    'content-type': type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type,
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', name ?? (extension ? `${artifact_id}.${extension}` : artifact_id)),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** Creates a Content-Disposition header (RFC 6266), with an ASCII file name for older clients. */
function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = cleanFileName(name, 'artifact')
  const ascii = safe.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Returns a file name that is safe to store and to show: one path segment of at most 120 characters without control characters. Returns
 * `fallback` if nothing is left.
 */
export function cleanFileName(name: string, fallback: string): string {
  const cleaned = [...name.toWellFormed()]
    .map((char) => (/[\p{C}/\\:*?"<>|]/u.test(char) ? '_' : char))
    .slice(0, 120)
    .join('')
    .trim()
  return /^\.*$/.test(cleaned) ? fallback : cleaned
}

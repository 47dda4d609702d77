import type { ArtifactMeta } from '@pf/core'
import { cleanName } from './clean-name.ts'

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
 * Headers that keep a stored artifact from acting as a page of ours: what a browser could run goes out as bytes, and only raster images,
 * audio and video are shown in place.
 */
export function mediaHeaders({ media_type, artifact_id, name }: ArtifactMeta): Record<string, string> {
  const asked = (media_type.split(';')[0] ?? '').trim().toLowerCase()
  const inline = inlineTypes.test(asked)
  const type = inline || inertTypes.test(asked) ? asked : 'application/octet-stream'
  const extension = extensions.get(type)
  return {
    'content-type': type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type,
    'content-disposition': disposition(inline ? 'inline' : 'attachment', name ?? (extension ? `${artifact_id}.${extension}` : artifact_id)),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** RFC 6266, with an ASCII name for old readers. A name is one path segment without control characters. */
function disposition(kind: 'inline' | 'attachment', wanted: string): string {
  const safe = cleanName(wanted, 'artifact')
  const ascii = safe.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { mapHosts } from '../shared/settings.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webm': 'video/webm',
}

/** Strict on purpose: the page loads its own files, talks to its own server, and frames the maps that its policy allows; nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mermaid and Plotly lay out by styles in the page; no style can load anything from elsewhere.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  `frame-src 'self' ${mapHosts.map((host) => `https://${host}`).join(' ')}`,
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** The built page and its files; undefined when `path` is none of them. Assets carry a hash in their name and are kept. */
export async function servePage(folder: string, path: string): Promise<Response | undefined> {
  const file = path === '/' ? 'index.html' : normalize(path).replaceAll('\\', '/').replace(/^\/+/, '')
  if (file.split('/').includes('..') || file.includes('\0')) return undefined
  try {
    const body = await readFile(join(folder, ...file.split('/').join(sep).split(sep)))
    const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return new Response(new Uint8Array(body), {
      headers: { ...headers, 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': cache },
    })
  } catch {
    return undefined
  }
}

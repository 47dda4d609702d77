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

/** The Content-Security-Policy of the page: its own files, its own server, and frames of the allowed map hosts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mermaid and Plotly need inline styles; the other directives prevent styles from loading external resources.
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

/** Serves the built page and its files. Returns undefined if `path` is not one of them. Assets have a hash in their name and are cached. */
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

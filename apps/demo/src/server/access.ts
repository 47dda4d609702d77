import { randomBytes } from 'node:crypto'
import type { Owner } from '@pf/core'

/** Which Host header may be asked for: a page on a foreign name that was made to point at this machine must not spend the model key. */
export interface HostRule {
  allows(request: Request): boolean
  message: string
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** On a loopback address only its names count; whoever listens wider has chosen to be reached by other names. */
export function createHostRule(host: string): HostRule {
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const own = host.includes(':') ? `[${host}]` : host
  const allowed = new Set([...loopback, own])
  return {
    allows: (request) => !local || allowed.has(new URL(request.url).hostname),
    message: 'This server answers only under localhost. Set HOST to be reached by another name.',
  }
}

const cookie = /(?:^|;\s*)pf_demo=([A-Za-z0-9_-]{22})(?:;|$)/

/** One owner a browser, by a random cookie; programs without one share the owner `local`. */
export function ownerOf(request: Request): Owner {
  return { id: cookie.exec(request.headers.get('cookie') ?? '')?.[1] ?? 'local' }
}

/** Gives a browser its cookie with the page. */
export function withOwnerCookie(request: Request, response: Response): Response {
  if (cookie.test(request.headers.get('cookie') ?? '')) return response
  response.headers.append('set-cookie', `pf_demo=${randomBytes(16).toString('base64url')}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`)
  return response
}

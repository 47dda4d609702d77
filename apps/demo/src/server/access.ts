import { randomBytes } from 'node:crypto'
import type { Owner } from '@pf/core'

/** Checks the Host header. This prevents DNS rebinding: a foreign page whose name resolves to this machine must not use the model key. */
export interface HostRule {
  allows(request: Request): boolean
  message: string
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Allows only loopback names while the server listens on a loopback address, and every name otherwise. */
export function createHostRule(host: string): HostRule {
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const own = host.includes(':') ? `[${host}]` : host
  const allowed = new Set([...loopback, own])
  return {
    allows: (request) => !local || allowed.has(new URL(request.url).hostname),
    message: 'This server only accepts requests for localhost. Set HOST to make it reachable under another name.',
  }
}

const cookie = /(?:^|;\s*)pf_demo=([A-Za-z0-9_-]{22})(?:;|$)/

/** Returns the owner of a request. Each browser has its own owner, identified by a random cookie. Clients without the cookie share the owner `local`. */
export function ownerOf(request: Request): Owner {
  return { id: cookie.exec(request.headers.get('cookie') ?? '')?.[1] ?? 'local' }
}

/** Adds the owner cookie to a response if the browser does not have one. */
export function withOwnerCookie(request: Request, response: Response): Response {
  if (cookie.test(request.headers.get('cookie') ?? '')) return response
  response.headers.append('set-cookie', `pf_demo=${randomBytes(16).toString('base64url')}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`)
  return response
}

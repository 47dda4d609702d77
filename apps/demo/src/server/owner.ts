import { randomBytes } from 'node:crypto'
import type { Owner } from '@pf/core'

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

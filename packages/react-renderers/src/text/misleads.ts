import { hostOf } from './safe-url.ts'

/** Anything in a text that a reader would take for a host name, in any script. */
const HOSTS = /[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}[\p{L}\p{N}-]+/gu
const LIMIT = 1_000

/** True when a link's text names a host that is not the one it leads to, or its host could be mistaken for another. */
export function misleads(text: string, url: URL): boolean {
  const host = hostOf(url).toLowerCase()
  if (/(^|\.)xn--/.test(host)) return true
  if (/:\/\//.test(text) && !text.includes(host)) return true
  const bare = host.replace(/:\d+$/, '')
  return (text.slice(0, LIMIT).toLowerCase().match(HOSTS) ?? []).some((named) => named !== bare && named !== `www.${bare}` && `www.${named}` !== bare)
}

import { type Findings, refuse, warn } from './issues.ts'

/**
 * The protocol version of a request: undefined for a client from before 1.0, which sends none. A newer minor and an unreadable
 * version are served as the current one, with a warning; another major is refused (AG-UI spec, versioning).
 */
export function readVersion(findings: Findings, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const match = typeof value === 'string' ? /^(\d{1,4})\.(\d{1,4})$/.exec(value) : null
  if (!match) {
    warn(findings, 'version_unreadable', 'protocolVersion could not be read; the request is served as 1.0.')
    return '1.0'
  }
  const [major, minor] = [Number(match[1]), Number(match[2])]
  if (major === 0) return undefined
  if (major > 1) refuse(findings, '/protocolVersion', { expected: '1.x', received: value })
  if (minor > 0) warn(findings, 'version_newer', 'The client speaks a newer minor version; it is answered in 1.0.')
  return `${major}.${minor}`
}

import { PfError } from './pf-error.ts'

/** The oldest supported version of Node, equal to `engines` in each package.json. */
const minimum = '22.16'

/**
 * Throws PfError `unsupported_runtime` if the version of Node is too old. Without the check, the first missing function would cause an
 * unrelated error, for example a store that cannot be written. Browsers and other runtimes, which have their own version numbers, pass.
 */
export function requireNode(versions: { node?: string; bun?: string; deno?: string } | undefined = versionsOf(globalThis)): void {
  if (versions?.node === undefined || versions.bun !== undefined || versions.deno !== undefined) return
  if (isAtLeast(versions.node, minimum)) return
  throw new PfError('unsupported_runtime', `The @pf packages need Node ${minimum} or newer. This process runs on Node ${versions.node}.`)
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/** Read without the types of Node, which are not available to a page that compiles these sources. */
function versionsOf(scope: object) {
  return (scope as { process?: { versions?: { node?: string } } }).process?.versions
}

import { PfError } from './pf-error.ts'

/** The oldest Node that the packages support; `engines` of each package.json names it too. */
const minimum = '22.16'

/**
 * Throws PfError `unsupported_runtime` on a Node that is too old. Without the check the first missing function of the language fails
 * somewhere inside, for example as a store that cannot be written. Other runtimes, which have their own version numbers, and browsers pass.
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

/** Read without the types of Node, which a page that compiles our sources does not have. */
function versionsOf(scope: object) {
  return (scope as { process?: { versions?: { node?: string } } }).process?.versions
}

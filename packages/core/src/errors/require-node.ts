import { PfError } from './pf-error.ts'

/** The oldest Node that the packages support; `engines` of each package.json names it too. */
const minMajor = 22

/**
 * Throws PfError `unsupported_runtime` on a Node that is too old. Without the check the first missing function of the language fails
 * somewhere inside, for example as a store that cannot be written. Other runtimes, which have their own version numbers, and browsers pass.
 */
export function requireNode(versions: { node?: string; bun?: string; deno?: string } | undefined = versionsOf(globalThis)): void {
  if (versions?.node === undefined || versions.bun !== undefined || versions.deno !== undefined) return
  if (Number.parseInt(versions.node, 10) >= minMajor) return
  throw new PfError('unsupported_runtime', `The @pf packages need Node ${minMajor} or newer. This process runs on Node ${versions.node}.`)
}

function versionsOf(scope: { process?: { versions?: { node?: string } } }) {
  return scope.process?.versions
}

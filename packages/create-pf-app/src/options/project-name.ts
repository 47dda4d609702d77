import { basename, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/** Returns the package name of an app in this folder: the last part of its path. Throws UsageError if npm would not accept the name. */
export function projectName(folder: string): string {
  const name = basename(resolve(folder))
  if (/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) && name !== 'node_modules') return name
  throw new UsageError(`"${name.slice(0, 60)}" cannot be the name of a package: use lower-case letters, digits, "-", "." and "_", for example my-agent.`)
}

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Finding } from './checks/finding.ts'
import { type Installed, readManifest } from './checks/installed.ts'
import { NoAppError } from './checks/no-app-error.ts'
import { checkCopies, checkNode, checkPackages, checkPeers, findPackages } from './checks/packages.ts'
import { checkKits, checkStylesheet } from './checks/page.ts'
import { readSourceFiles } from './checks/source-files.ts'
import { checkStream, type StreamCheck } from './checks/stream.ts'

/** What to check. */
export interface DiagnoseOptions {
  /** Folder of the app, with its package.json. */
  folder: string
  /** The version of Node that runs the app. Default: that of this process. */
  nodeVersion?: string
  /** Scope of the packages. Default: `@pf`. */
  scope?: string
  /** The AG-UI agent whose stream is checked. Without it no request is made. */
  stream?: StreamCheck
}

/**
 * Checks an app for what keeps it from working with these packages. It reads files, changes nothing, and makes a request only with `stream`.
 * Throws NoAppError if the folder has no package.json, and SyntaxError if a package.json is not JSON.
 */
export async function diagnose({ folder, nodeVersion = process.versions.node, scope = '@pf', stream }: DiagnoseOptions): Promise<Finding[]> {
  const manifest = readManifest(resolve(folder))
  if (!manifest) throw new NoAppError(resolve(folder))
  const app = { folder: realpathSync(resolve(folder)), manifest }
  const { files, complete } = readSourceFiles(app.folder)
  return [
    ...checkInstallation(app, { nodeVersion, scope }),
    checkStylesheet(files, scope),
    ...checkKits(files),
    ...(complete ? [] : [incomplete]),
    ...(stream ? [await checkStream(stream)] : []),
  ]
}

function checkInstallation(app: Installed, { nodeVersion, scope }: { nodeVersion: string; scope: string }): Finding[] {
  if (hasPlugAndPlay(app.folder)) return skipped("Yarn Plug'n'Play has no folders of packages to read", ['node', 'packages', 'copies', 'peers'])
  const packages = findPackages(app, scope)
  const first = [checkNode(packages.found, nodeVersion), checkPackages(packages, scope)]
  if (packages.missing.length > 0) return [...first, ...skipped('packages are missing', ['copies', 'peers'])]
  return [...first, ...checkCopies(app, packages.found, scope), ...checkPeers(packages.found)]
}

const skipped = (reason: string, checks: readonly string[]): Finding[] =>
  checks.map((check) => ({ check, level: 'skipped', message: `Not checked: ${reason}.` }))

const hasPlugAndPlay = (folder: string): boolean => existsSync(join(folder, '.pnp.cjs')) || (dirname(folder) !== folder && hasPlugAndPlay(dirname(folder)))

const incomplete: Finding = {
  check: 'files',
  level: 'skipped',
  message: 'The app has more, larger or deeper files than are read, so the checks of stylesheet and kits may miss some.',
}

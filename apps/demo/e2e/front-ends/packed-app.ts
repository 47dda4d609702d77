import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { outsideEnvironment } from './outside-environment.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** An app in a temporary folder outside the repository, built with its own `npm run build`. */
export interface PackedApp {
  folder: string
  remove(): Promise<void>
}

/**
 * Packs the packages that an app of tooling/front-ends depends on (`file:packed/NAME.tgz`), as they are published, and runs npm install and
 * the build. The lock file of the app contains everything except the packages of this repository, because these change with every commit;
 * they are passed to npm explicitly, so that it reads them again. To update the lock file, run npm install in such a folder and then remove
 * `integrity` of the packed packages. Throws the errors of npm, tsc and Vite.
 */
export async function buildPackedApp(name: string, env: NodeJS.ProcessEnv = {}): Promise<PackedApp> {
  const folder = await mkdtemp(join(tmpdir(), `pf-${name}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await cp(join(root, 'tooling/front-ends', name), folder, { recursive: true })
    const tarballs = await packAll(folder)
    await npm(folder, ['install', ...tarballs, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'])
    await npm(folder, ['run', 'build'], env)
  } catch (error) {
    await remove()
    throw error instanceof Error && 'stdout' in error ? new Error(`${error.message}\n${error.stdout}`) : error
  }
  return { folder, remove }
}

async function packAll(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const names = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@pf/'))
  return await Promise.all(names.map((name) => pack(name.slice('@pf/'.length), folder)))
}

async function pack(name: string, folder: string): Promise<string> {
  const tarball = `packed/${name}.tgz`
  await run('pnpm', ['pack', '--out', join(folder, tarball)], { cwd: join(root, 'packages', name), shell: process.platform === 'win32' })
  return `./${tarball}`
}

function npm(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return run('npm', args, { cwd, env: { ...outsideEnvironment(), ...env }, shell: process.platform === 'win32' })
}

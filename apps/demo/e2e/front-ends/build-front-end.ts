import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { outsideEnvironment } from './outside-environment.ts'

const run = promisify(execFile)
/** The packages of this repository that the apps use. */
const packages = ['react-renderers', 'agui-adapter']

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Builds an app of tooling/front-ends against the packages of this repository and returns the folder of the built page. Its dependencies
 * are installed once for each lock file, outside the workspace. Its own configuration of Vite replaces that of all apps.
 */
export async function buildFrontEnd(name: string): Promise<string> {
  const source = join(root, 'tooling/front-ends', name)
  const folder = join(root, 'node_modules/.cache/pf/front-ends', name)
  await mkdir(folder, { recursive: true })
  await install(source, folder)
  for (const file of ['vite.config.mjs', 'tsconfig.json', 'styles.d.ts']) await cp(join(source, '..', file), join(folder, file))
  await cp(source, folder, { recursive: true })
  const env = { ...outsideEnvironment(), NODE_ENV: 'production' }
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], { cwd: folder, env })
  return join(folder, 'dist')
}

/** Returns the type errors of a built app; an empty string if there are none. */
export async function typeErrors(name: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const checked = run(process.execPath, [compiler, '-p', join(root, 'node_modules/.cache/pf/front-ends', name)])
  return await checked.then(
    () => '',
    (error: { stdout?: string }) => error.stdout ?? String(error),
  )
}

async function install(source: string, folder: string) {
  const mark = join(folder, 'installed')
  const files = ['package.json', 'package-lock.json']
  const digest = createHash('sha256')
  for (const file of files) digest.update(await readFile(join(source, file)))
  const wanted = digest.update(packages.join()).digest('hex')
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return
  await rm(mark, { force: true })
  for (const file of files) await cp(join(source, file), join(folder, file))
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  await run('npm', flags, { cwd: folder, env: outsideEnvironment(), shell: process.platform === 'win32' })
  await mkdir(join(folder, 'node_modules/@pf'), { recursive: true })
  for (const name of packages) await symlink(join(root, 'packages', name), join(folder, 'node_modules/@pf', name), 'junction')
  await writeFile(mark, wanted)
}

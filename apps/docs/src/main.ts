import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brokenLinks } from './check/links.ts'
import { writePages } from './pages/write-pages.ts'
import { writtenPages } from './pages/written.ts'
import { generatedPages } from './references/generated-pages.ts'

// node src/main.ts [build | preview | dev]: `build` writes the site into site/dist, `preview` builds and serves it, `dev` serves it without
// a build and without the search.
const site = fileURLToPath(new URL('../site/', import.meta.url))
const app = fileURLToPath(new URL('../', import.meta.url))
const base = process.env.PF_DOCS_BASE ?? '/'
const repository = process.env.PF_DOCS_REPOSITORY
const [command = 'preview', ...rest] = process.argv.slice(2)

if (!/^\/([\w.-]+\/)*$/.test(base)) stop('PF_DOCS_BASE must be the path of the site, with a slash at both ends, such as /pf/')
if (!['build', 'preview', 'dev'].includes(command)) stop(`unknown command ${command}; use build, preview or dev`)
await install()
await buildLiveComponents()
console.log(`${writePages({ pages: [...writtenPages(), ...(await generatedPages())], site, base, repository })} pages`)
if (command === 'dev') await astro('dev', ...rest)
else {
  await astro('build', '--silent')
  const broken = brokenLinks(`${site}dist`, base)
  if (broken.length > 0) stop(`${broken.length} links lead nowhere:\n${broken.join('\n')}`)
  console.log('built apps/docs/site/dist; every link leads to a page, a section or a file of it')
  if (command === 'preview') await astro('preview', ...rest)
}

/** Installs the generator once for each lockfile. */
async function install(): Promise<void> {
  const marker = `${site}node_modules/.installed`
  const digest = createHash('sha256')
    .update(readFileSync(`${site}pnpm-lock.yaml`))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === digest) return
  console.log('installing the generator into apps/docs/site/node_modules (once; about 180 MB)')
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'])
  writeFileSync(marker, digest)
}

/** The live components are built by the Vite of the workspace, because they need its React and its packages. */
function buildLiveComponents(): Promise<void> {
  return run('pnpm', ['exec', 'vite', 'build', '--logLevel', 'warn'], app)
}

function astro(...args: string[]): Promise<void> {
  return run('pnpm', ['exec', 'astro', ...args])
}

/** Runs a program, by default in the folder of the generator. A failure ends this process with the same code. */
function run(file: string, args: string[], cwd = site): Promise<void> {
  return new Promise((done) => {
    // Astro and React build for production only if this says so; tests run with another value. Astro also reads the variables by which
    // Vitest describes itself, and leaves out the search if one of them says that this is development.
    const { DEV: _dev, PROD: _prod, MODE: _mode, SSR: _ssr, BASE_URL: _base, ...caller } = process.env
    const env = { ...caller, NODE_ENV: command === 'dev' ? 'development' : 'production', ASTRO_TELEMETRY_DISABLED: '1', PF_DOCS_BASE: base, CI: 'true' }
    const child = spawn(file, args, { cwd, env, shell: process.platform === 'win32', stdio: ['ignore', 'inherit', 'inherit'] })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
    child.once('error', (error) => stop(error.message))
    child.once('close', (code) => (code === 0 ? done() : process.exit(code ?? 1)))
  })
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

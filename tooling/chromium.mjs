import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const cache = fileURLToPath(new URL('../node_modules/.cache/pf/', import.meta.url))

/** Returns the browser for the tests: PF_CHROMIUM (a path, or `package`), the installed one, or the one of the npm package. */
export async function chromiumPath() {
  const asked = process.env.PF_CHROMIUM
  if (asked && asked !== 'package') {
    if (!existsSync(asked)) throw new Error(`PF_CHROMIUM names ${asked}, which does not exist`)
    return asked
  }
  const found = asked === 'package' ? undefined : system.find((path) => existsSync(path))
  return found ?? (await fromPackage())
}

async function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  const path = join(folder, 'chromium')
  if (existsSync(path)) return path
  await mkdir(cache, { recursive: true })
  const part = await mkdtemp(`${folder}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = part
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await rename(part, folder).catch((error) => {
      if (!existsSync(path)) throw error
    })
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(part, { recursive: true, force: true })
  }
  return path
}

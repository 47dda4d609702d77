import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const mark = `${folder}node_modules/.installed`

/** Brings the peers into bench/node_modules, once a lockfile. Without a connection they are left out and it says what to do. */
export async function installPeers() {
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const digest = createHash('sha256')
    .update(readFileSync(`${folder}pnpm-lock.yaml`))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
  console.error(`installing the ${Object.keys(manifest.dependencies).length} peers into bench/node_modules (once; about 60 MB) …`)
  const { code, text } = await pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'])
  if (code === 0) return writeFileSync(mark, digest)
  console.error(text.trim().split('\n').slice(-6).join('\n'))
  console.error('The peers could not be installed: our own rows and the limits run without them.')
  console.error('With a connection: npm run bench (it brings pnpm), or: cd bench && pnpm install --ignore-workspace --frozen-lockfile')
}

function pnpm(args) {
  return new Promise((done) => {
    const child = spawn('pnpm', args, { cwd: folder, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk
      })
    child.once('error', (error) => done({ code: 127, text: error.code === 'ENOENT' ? 'pnpm was not found' : error.message }))
    child.once('close', (code) => done({ code: code ?? 1, text }))
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'

/** Runs snippets one after another in a folder that was created for them, with `env` as their only environment. Returns the faults. */
export async function runSnippets(folder, snippets, env = {}) {
  const faults = []
  for (const snippet of snippets) faults.push(...(await runOne(folder, snippet, env)))
  return faults
}

async function runOne(folder, { file, line, name, code }, env) {
  const script = join(folder, name.replace(/\.ts$/, '.mjs'))
  writeFileSync(script, (await transform(code, { loader: 'ts' })).code)
  const child = spawn(process.execPath, [script], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const [status, signal] = await once(child, 'close')
  return status === 0 ? [] : [`${file}:${line}: ran ${signal ? 'for 30 s without an end' : `and failed: ${errors.trim().slice(0, 800)}`}`]
}

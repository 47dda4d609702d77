import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

it('opens under node --watch, which makes threads send messages of their own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-watch-'))
  const source = pathToFileURL('packages/store-sqlite/src/index.ts').href
  const program = `import { createSqliteStore } from '${source}'\nconst store = await createSqliteStore({ file: 'a.sqlite' })\nawait store.close()\nconsole.log('opened')\n`
  writeFileSync(join(folder, 'program.mjs'), program)
  const flags = ['--watch', '--experimental-strip-types', '--conditions=pf-source']
  const child = spawn(process.execPath, [...flags, 'program.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = new Promise<void>((resolve) => {
    const hear = (part: Buffer) => {
      said += part.toString()
      if (/Completed running|Failed running/.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  await ended
  child.kill()
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  expect(said).toContain('opened\n')
  expect(said).not.toContain('Failed running')
})

// Makes an app of each template and store with create-pf-app, and compiles them against the built packages, as users have them.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createProject } from '../../packages/create-pf-app/dist/index.js'

// Inside the package, whose devDependencies are the packages of the apps.
const folder = resolve('packages/create-pf-app/.made')
const templates = ['vite-hono', 'express', 'next', 'api-only']
const stores = ['memory', 'sqlite', 'postgres']
rmSync(folder, { recursive: true, force: true })
try {
  const made = templates.flatMap((template) => stores.map((store) => createProject({ folder: join(folder, `${template}-${store}`), template, store })))
  const settings = { extends: './vite-hono-memory/tsconfig.json', compilerOptions: { exactOptionalPropertyTypes: true }, include: ['**/*.ts', '**/*.tsx'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { status, stdout } = spawnSync('pnpm', ['exec', 'tsc', '-p', folder, '--pretty', 'false'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status === 0) console.log(`${made.length} apps compiled`)
  else console.error(stdout.replaceAll(`${folder}/`, ''))
  process.exitCode = status === 0 ? 0 : 1
} finally {
  if (!process.env.PF_KEEP) rmSync(folder, { recursive: true, force: true })
}

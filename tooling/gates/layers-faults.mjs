// Proves that the layer gate can fail: each fault is written into a copy and must be named by its rule.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = process.cwd()
const copy = join(root, 'node_modules/.cache/pf/faults')
const left = ['dist', '.turbo', '.vite', '.cache', '.vite-temp']
const faults = [
  ['core-layer', 'packages/core/src/errors/pf-error.ts', "import '../../../registry/src/index.ts'\n"],
  ['agui-adapter-layer', 'packages/agui-adapter/src/index.ts', "export type { ReactNode as X } from '../../react-renderers/src/index.ts'\n"],
  ['core-npm', 'packages/core/src/json/is-record.ts', "import 'hono'\n"],
  ['neutral', 'packages/core/src/json/is-record.ts', "import 'node:fs'\n"],
  ['node-is-an-entry', 'packages/artifacts/src/index.ts', "import './node.ts'\n"],
  ['core-zod-confined', 'packages/core/src/json/is-record.ts', "import { z } from 'zod'\n"],
  ['entry-only', 'apps/demo/src/web/main.tsx', "import '../../../../packages/core/src/json/is-record.ts'\n"],
  ['no-cycle', 'packages/core/src/json/is-record.ts', "import '../index.ts'\n"],
  ['resolvable', 'packages/registry/src/index.ts', "import 'openai'\n"],
]

prepare()
let bad = 0
const clean = cruise()
if (clean.status !== 0) {
  console.error(`the copy is not clean:\n${clean.stdout}${clean.stderr}`)
  bad++
}
for (const [rule, file, text] of faults) if (!seen(rule, file, text)) bad++
unlinkSync(join(copy, 'node_modules'))
rmSync(copy, { recursive: true, force: true })
console.log(`${faults.length - bad} of ${faults.length} injected faults seen`)
process.exit(bad ? 1 : 0)

function prepare() {
  if (existsSync(join(copy, 'node_modules'))) unlinkSync(join(copy, 'node_modules'))
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of ['packages', 'apps', 'tooling'])
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: (path) => !left.includes(basename(path)) })
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.mjs']) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function cruise() {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  return spawnSync(process.execPath, [bin, 'packages', 'apps', '--config', '.dependency-cruiser.mjs'], { cwd: copy, encoding: 'utf8' })
}

function seen(rule, file, text) {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, text + before)
  const { status, stdout } = cruise()
  writeFileSync(path, before)
  if (status !== 0 && stdout.includes(`error ${rule}:`)) return true
  console.error(`fault not seen by ${rule}: ${text.trim()}\n${stdout}`)
  return false
}

// Proves that the layer gate can fail: it writes faults into a copy and checks that each one is reported with its rule and its file.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { roots } from '../folders.mjs'

const root = process.cwd()
const copy = join(root, 'node_modules/.cache/pf/faults')
const left = ['dist', '.turbo', '.vite', '.cache', '.vite-temp']
/** The generator of the documentation is not cruised, and its packages are many. */
const generator = join(root, 'apps/docs/site')
const faults = [
  ['core-layer', 'packages/core/src/errors/pf-error.ts', "import '../../../registry/src/index.ts'\n"],
  ['agui-adapter-layer', 'packages/agui-adapter/src/index.ts', "export type { ReactNode as X } from '../../react-renderers/src/index.ts'\n"],
  ['core-npm', 'packages/core/src/json/records.ts', "import 'hono'\n"],
  ['neutral', 'packages/core/src/json/records.ts', "import 'node:fs'\n"],
  ['node-is-an-entry', 'packages/artifacts/src/index.ts', "import './node.ts'\n"],
  ['core-zod-confined', 'packages/core/src/json/records.ts', "import { z } from 'zod'\n"],
  ['entry-only', 'apps/demo/src/web/main.tsx', "import '../../../../packages/core/src/json/records.ts'\n"],
  ['index-is-for-others', 'packages/core/src/json/pointer.ts', "import '../internal.ts'\n"],
  ['internal-is-for-packages', 'examples/stdout/fault.ts', "import '../../packages/core/src/internal.ts'\n"],
  ['no-cycle', 'packages/core/src/json/records.ts', "import '../index.ts'\n"],
  ['resolvable', 'packages/registry/src/index.ts', "import 'openai'\n"],
  ...roots.flatMap((each) => [...(each.order.length > 1 ? [upwardImport(each)] : []), unlistedFolder(each)]),
]

prepare()
const before = cruise()
let missed = 0
if (before.status !== 0) {
  console.error(`the copy is not clean:\n${before.stdout}${before.stderr}`)
  missed++
}
for (const [, file, text] of faults) inject(file, text)
const after = cruise()
for (const fault of faults) if (!reported(fault)) missed++
unlinkSync(join(copy, 'node_modules'))
rmSync(copy, { recursive: true, force: true })
console.log(`${faults.length - missed} of ${faults.length} injected faults reported`)
process.exit(missed ? 1 : 0)

/** Creates a type import, or an import in JavaScript, from the lowest folder of a root to the highest one. */
function upwardImport({ name, path, order }) {
  const [low, high] = [order[0], order.at(-1)].map((folder) => join(path, folder))
  const file = sourceFiles(low)[0]
  return [`${name}-folder-order`, `${low}/${file}`, importOf(low, `${high}/${sourceFiles(high)[0]}`)]
}

/** Creates a file in a folder that the table does not list. */
function unlistedFolder({ name, path, order }) {
  const folder = join(path, order[0])
  const [target] = sourceFiles(folder)
  const file = `${path}/unlisted/fault${extname(target)}`
  return [`${name}-folder-listed`, file, importOf(dirname(file), `${folder}/${target}`)]
}

function importOf(folder, target) {
  const path = relative(folder, target)
  return `import ${/\.tsx?$/.test(target) ? 'type {} from ' : ''}'${path.startsWith('.') ? path : `./${path}`}'\n`
}

function sourceFiles(folder) {
  return readdirSync(join(root, folder)).filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !/\.test\.tsx?$|\.d\.m?ts$/.test(file))
}

function prepare() {
  if (existsSync(join(copy, 'node_modules'))) unlinkSync(join(copy, 'node_modules'))
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of ['packages', 'apps', 'examples', 'bench', 'tooling'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path !== generator && !left.includes(basename(path)),
    })
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.mjs']) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function cruise() {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const flags = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err']
  return spawnSync(process.execPath, [bin, 'packages', 'apps', 'examples', 'bench', ...flags], { cwd: copy, encoding: 'utf8', maxBuffer: 64_000_000 })
}

function inject(file, text) {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text + (existsSync(path) ? readFileSync(path, 'utf8') : ''))
}

/** True if the fault was reported. A cycle is reported with the first of its files that was found. */
function reported([rule, file, text]) {
  const line = rule === 'no-cycle' ? `error ${rule}: ` : `error ${rule}: ${file}`
  if (after.status !== 0 && after.stdout.includes(line)) return true
  console.error(`no line "${line}" for: ${text.trim()}`)
  return false
}

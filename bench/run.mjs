// Benchmarks of this repository, other libraries and lower bounds. They measure and do not test: the exit code is 0 unless a section crashes.
// node bench/run.mjs [all | core | extract | partial | normalize | patch | redact | provenance | sse | live | wire | validate | heap] [--quick] [--json FILE]
import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { installPeers } from './install.mjs'
import { groups } from './sections.mjs'

if (!process.features.typescript) {
  console.error(`the benchmark reads TypeScript and needs Node 22.18 or newer, this is ${process.version}; npm run bench brings one`)
  process.exit(2)
}
const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' }, json: { type: 'string' } } })
const wanted = positionals.length > 0 ? positionals : ['all']
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}

const machine = {
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  load: loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
}
await installPeers()
console.log(`node ${machine.node}, ${machine.cpu} x ${machine.cores}, load ${machine.load}${values.quick ? ', quick' : ''}`)

const records = []
let broken = 0
for (const name of new Set(wanted.flatMap((group) => groups[group]))) if (!(await runSection(name))) broken++
console.log(
  `\nload at the end ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, records }, null, 1)}\n`)
process.exit(broken === 0 ? 0 : 1)

/** Each section runs in its own process, so that the optimizations of one do not affect another. */
function runSection(name) {
  const execArgv = ['--conditions=pf-source', '--expose-gc', '--disable-warning=ExperimentalWarning']
  const child = fork(new URL('section.mjs', import.meta.url), [name, ...(values.quick ? ['--quick'] : [])], { execArgv })
  child.on('message', (record) => records.push(record))
  return new Promise((done) =>
    child.once('close', (code) => {
      if (code !== 0) console.error(`${name} broke`)
      done(code === 0)
    }),
  )
}

// check: every gate. test: the gates, then the tests. test:full: the slow suite. The last line of the output is "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { gates } from './gates/list.mjs'
import { run, stopWithUs } from './run.mjs'
import { countTests } from './test-report.mjs'

const [command = 'test', ...rest] = process.argv.slice(2)
const reports = 'node_modules/.cache/pf'
const started = Date.now()
let passed = 0
let failed = 0
const failures = []
stopWithUs()
mkdirSync(reports, { recursive: true })

const [build, ...others] = gates(command)
await runGate(build)
await runTwoAtATime(others)
if (command !== 'check') await runTests()
for (const text of failures) console.log(`failed: ${text}`)
console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

/** Runs the gates two at a time, because most use one core, and none writes files that another one reads after the build. */
async function runTwoAtATime(list) {
  const queue = [...list]
  const worker = async () => {
    for (let gate = queue.shift(); gate; gate = queue.shift()) await runGate(gate)
  }
  await Promise.all([worker(), worker()])
}

async function runGate({ name, line, show = false }) {
  const from = Date.now()
  const { code, text } = await run(line)
  if (code === 0) passed++
  else {
    failed++
    failures.push(name)
  }
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`)
  if (code !== 0 || show) console.log(text.trimEnd())
}

async function runTests() {
  const slow = command === 'test:full'
  const file = `${reports}/vitest-${slow ? 'full' : 'test'}.json`
  rmSync(file, { force: true })
  const flags = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  // Many tests start processes from source. With the cache they start in half of the time.
  const env = { NODE_COMPILE_CACHE: resolve(reports, 'compiled'), ...(slow ? { PF_SUITE: 'slow' } : {}) }
  const { code } = await run(['pnpm', ['exec', 'vitest', ...flags, ...rest]], { show: true, env })
  const tests = countTests(file)
  passed += tests.passed
  failed += tests.failures.length
  failures.push(...tests.failures)
  if (tests.passed === 0) fault('no test ran')
  else if (tests.failures.length === 0 && code !== 0) fault(`vitest ended with ${code} though no test failed`)
  if (!slow && rest.length === 0)
    await runGate({ name: 'requirements never fewer', line: [process.execPath, ['tooling/gates/requirements.mjs', file]], show: true })
}

function fault(text) {
  failed++
  failures.push(text)
  console.log(`FAIL ${text}`)
}

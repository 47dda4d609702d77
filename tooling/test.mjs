// Every gate, then every test; ends with one line "N passed, N failed" and the matching exit code.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const [command = 'test', ...rest] = process.argv.slice(2)
const _bin = (name, which = name) => {
  let folder = dirname(require.resolve(name === 'typescript' || name === 'turbo' ? `${name}/package.json` : name))
  for (;;) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (manifest.bin) return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[which])
    } catch {}
    folder = dirname(folder)
  }
}
const node = (script, ...args) => [process.execPath, [script, ...args]]
const pnpm = (...args) => ['pnpm', ['exec', ...args]]
let child
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    child?.kill(signal)
    process.exit(130)
  })
const started = Date.now()

function run([file, args], show = false) {
  return new Promise((done) => {
    child = spawn(file, args, { stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'] })
    let text = ''
    child.stdout?.on('data', (c) => {
      text += c
    })
    child.stderr?.on('data', (c) => {
      text += c
    })
    child.once('error', (error) => done({ code: 127, text: String(error) }))
    child.once('close', (code, signal) => done({ code: code ?? 1, text: signal ? `${text}\nended by ${signal}` : text }))
  })
}

const gates = [
  ['build', pnpm('turbo', 'run', 'build', '--output-logs=errors-only', '--concurrency=2')],
  ['format and lint', pnpm('biome', 'ci', '--error-on-warnings')],
  ['types', pnpm('tsc', '-p', '.')],
  ['layers', pnpm('depcruise', 'packages', 'apps', '--config', '.dependency-cruiser.mjs')],
  ['layers can fail', node('tooling/gates/layers-faults.mjs')],
  ['api', node('tooling/gates/api.mjs')],
]
let passed = 0
let failed = 0
for (const [name, line] of gates) {
  const from = Date.now()
  const { code, text } = await run(line)
  if (code === 0) passed++
  else failed++
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(text)
}
if (command === 'test') {
  const file = 'node_modules/.cache/pf/vitest.json'
  rmSync(file, { force: true })
  const { code } = await run(pnpm('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...rest), true)
  const tests = count(file)
  passed += tests.passed
  failed += tests.failed
  if (tests.failed === 0 && (code !== 0 || tests.passed === 0)) {
    failed++
    console.log(tests.passed === 0 ? 'no test ran' : `vitest ended with ${code} though no test failed`)
  }
}
console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

/** A file that failed as a whole (import error, failed beforeAll) counts as one failure: vitest's own numbers leave it out. */
function count(file) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const ids = new Map()
  let whole = 0
  for (const suite of report.testResults) {
    if (suite.status === 'failed' && !suite.assertionResults.some((t) => t.status === 'failed')) whole++
    for (const t of suite.assertionResults) {
      for (const [, id] of t.fullName.matchAll(/\[((?:\d{3}|[a-z]+)-[a-z0-9]+-\d+)\]/g)) ids.set(id, (ids.get(id) ?? true) && t.status === 'passed')
    }
  }
  const known = readFileSync('tests/requirements.tsv', 'utf8')
    .trim()
    .split('\n')
    .map((l) => l.split('\t')[0])
  const covered = [...ids]
    .filter(([, ok]) => ok)
    .map(([id]) => id)
    .sort()
  const unknown = [...ids.keys()].filter((id) => !known.includes(id))
  writeFileSync('node_modules/.cache/pf/requirements.json', JSON.stringify({ covered, without: known.filter((id) => !covered.includes(id)), unknown }, null, 1))
  console.log(`requirements: ${covered.length} of ${known.length} have a passing test${unknown.length ? `; unknown ids: ${unknown.join(', ')}` : ''}`)
  return { passed: report.numPassedTests, failed: report.numFailedTests + whole, skipped: report.numPendingTests }
}

import { join } from 'node:path'
import { describeWrites, drift, writeOutputs } from './lib/files.ts'
import { loadSource } from './lib/load.ts'
import { buildOutputs } from './lib/outputs.ts'

// node scripts/generate.ts [--check] [--root FOLDER]: writes what follows from components/*.json, or fails when it is out of date.
const args = process.argv.slice(2)
const at = args.indexOf('--root')
const root = at < 0 ? join(import.meta.dirname, '..') : (args[at + 1] ?? '')

try {
  const outputs = buildOutputs(root, loadSource(root))
  if (args.includes('--check')) {
    const wrong = drift(root, outputs)
    if (wrong.length > 0) throw new Error(`out of date, run node scripts/generate.ts:\n${wrong.map((path) => `  ${path}`).join('\n')}`)
    console.log(`${outputs.size} generated files are up to date`)
  } else console.log(describeWrites(writeOutputs(root, outputs), outputs.size))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

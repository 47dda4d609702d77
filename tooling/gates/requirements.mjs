// Counts the requirement ids that have a passing test. The number must not decrease. `--update` writes the new number.
import { readFileSync, writeFileSync } from 'node:fs'
import { citedIds } from '../test-report.mjs'

const [report, flag] = process.argv.slice(2)
const baseline = 'tests/requirements.count'
const rows = readFileSync('tests/requirements.tsv', 'utf8').trim().split('\n').slice(1)
const known = new Map(rows.map((row) => row.split('\t')).map((cells) => [cells[0], cells[3]]))
const cited = citedIds(report)
const covered = [...known.keys()].filter((id) => cited.get(id))
const unknown = [...cited.keys()].filter((id) => !known.has(id))
const before = Number(readFileSync(baseline, 'utf8'))

console.log(table())
writeFileSync(
  'node_modules/.cache/pf/requirements.json',
  `${JSON.stringify({ covered, without: [...known.keys()].filter((id) => !covered.includes(id)) }, null, 1)}\n`,
)
if (flag === '--update') writeFileSync(baseline, `${covered.length}\n`)
if (unknown.length) console.error(`unknown requirement ids in test titles: ${unknown.join(', ')}`)
if (covered.length < before) console.error(`${covered.length} requirements have a passing test, ${before} had one before`)
process.exit(unknown.length || (covered.length < before && flag !== '--update') ? 1 : 0)

function table() {
  const parts = [...new Set(known.values())].sort()
  const line = (part) => {
    const ids = [...known].filter(([, of]) => of === part).map(([id]) => id)
    return `  ${part.padEnd(16)} ${String(ids.filter((id) => covered.includes(id)).length).padStart(3)} of ${ids.length}`
  }
  return [`requirements: ${covered.length} of ${known.size} have a passing test (ids: node_modules/.cache/pf/requirements.json)`, ...parts.map(line)].join('\n')
}

// Fault tests: node main.ts [SCENARIO …] [--kills N] [--seed N]. Prints the figures of each scenario and fails when an invariant is violated.
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { shiftClock } from './scenarios/clock.ts'
import { killDatabase, pauseDatabase } from './scenarios/database.ts'
import { fillDisk } from './scenarios/disk-full.ts'
import { followThroughKills } from './scenarios/follow.ts'
import { runKills } from './scenarios/kills.ts'
import type { Outcome } from './scenarios/outcome.ts'
import { pauseNodes } from './scenarios/paused-node.ts'
import { resumeLongRun } from './scenarios/resume.ts'
import { takeOverMany } from './scenarios/takeover.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: String(randomInt(1_000_000)) } },
})
const options = { kills: wholeNumber('kills', values.kills), seed: wholeNumber('seed', values.seed) }
const hourMs = 3_600_000

const scenarios: Record<string, () => Promise<Outcome>> = {
  'kills-sqlite': () => runKills('sqlite', options),
  'kills-postgres': () => runKills('postgres', options),
  'database-killed': () => killDatabase(options),
  'database-paused': () => pauseDatabase(options),
  'node-paused': () => pauseNodes(options),
  'clock-ahead': () => shiftClock({ ...options, shiftMs: hourMs }),
  'clock-behind': () => shiftClock({ ...options, shiftMs: -hourMs }),
  'disk-full': () => fillDisk(options),
  'takeover-200': () => takeOverMany({ runs: 200 }),
  'takeover-1000': () => takeOverMany({ runs: 1_000 }),
  'resume-sqlite': () => resumeLongRun('sqlite'),
  'resume-postgres': () => resumeLongRun('postgres'),
  'follow-sqlite': () => followThroughKills('sqlite', options),
  'follow-postgres': () => followThroughKills('postgres', options),
}

const unknown = positionals.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) end(`There is no scenario ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}.`)
console.log(`seed ${options.seed}, load ${loadavg()[0]?.toFixed(1)}; the same moments again: --seed ${options.seed}`)
const failed: string[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(scenarios)) await play(name)
console.log(failed.length === 0 ? 'every invariant held' : `violated in ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function play(name: string): Promise<void> {
  const from = performance.now()
  const { figures, violations } = await runScenario(name)
  if (violations.length > 0) failed.push(name)
  const seconds = ((performance.now() - from) / 1_000).toFixed(0)
  console.log(`\n${violations.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s, load ${loadavg()[0]?.toFixed(1)})`)
  console.log(
    `     ${Object.entries(figures)
      .map(([figure, value]) => `${figure} ${value}`)
      .join(', ')}`,
  )
  for (const violation of violations.slice(0, 50)) console.log(`     ${violation}`)
}

/** A scenario that cannot be played to its end has failed, and the next one is played. */
async function runScenario(name: string): Promise<Outcome> {
  try {
    return (await scenarios[name]?.()) ?? { figures: {}, violations: [] }
  } catch (error) {
    return { figures: {}, violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) end(`--${name} is a whole number, not "${text}".`)
  return Number(text)
}

function end(text: string): never {
  console.error(text)
  process.exit(2)
}

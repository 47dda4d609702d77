// (c) One action out of model output: clean ones beside JSON.parse, and 24 that are not clean.
import { isDeepStrictEqual } from 'node:util'
import { normalizeAction } from '../../packages/core/src/index.ts'
import { prose, rows } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { muted } from '../lib/muted.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { mapValues, printWrong } from '../lib/print-wrong.mjs'
import { short, table, timeCell } from '../lib/table.mjs'
import { migrate } from '../peers/migrate.mjs'
import { normalizers } from '../peers/normalizers.mjs'
import { mixedOutputs } from './mixed-outputs.mjs'

const bound = 1.3
const limit = 'JSON.parse (limit)'
const parseOnly = 'JSON.parse + migrate'

const step = (node) => ({ node, args: { sku: 'K-1', n: 3 } })
const clean = {
  'tool call': { next_node: 'search', args: { query: 'open orders of customer A-77', limit: 5, filters: { state: 'open' } } },
  plan: { next_node: 'plan', args: { steps: ['a', 'b', 'c'].map(step), join: { node: 'x', inject: { all: '$all' } } } },
  'answer 2 KB': { next_node: 'final_response', args: { answer: prose(2048), confidence: 0.8 } },
  'answer 16 KB': { next_node: 'final_response', args: { answer: prose(16_384) } },
  '16 KB ASCII': { next_node: 'final_response', args: { answer: prose(16_384).replace(/[^ -~\n]/g, '-') } },
  'call 40 KB': { next_node: 'render', args: { rows: rows(550) } },
}

export async function normalize(bench) {
  const ways = { normalizeAction: (text) => normalizeAction(text).action, [parseOnly]: (text) => migrate(JSON.parse(text)), ...(await normalizers()) }
  const { normalizeAction: ours, [parseOnly]: parsed, ...peers } = ways
  const cells = {}
  for (const [title, action] of Object.entries(clean)) {
    bench.progress(`normalize: ${title}`)
    const text = JSON.stringify(action)
    const own = { [limit]: () => JSON.parse(text), normalizeAction: () => ours(text), [parseOnly]: () => parsed(text) }
    cells[title] = await interleave(
      own,
      mapValues(peers, (way) => () => way(text)),
      { rounds: bench.rounds },
    )
  }
  console.log('\n(c) clean output: times JSON.parse, fastest rounds (medians)')
  printRatios({ section: 'normalize', cells, limit, boundOf: (name) => (name === 'normalizeAction' ? bound : undefined), bench })
  await printMixed(ways, bench)
}

async function printMixed(ways, bench) {
  bench.progress('normalize: mixed output')
  const judged = await muted(() => mapValues(ways, judge))
  const times = await muted(() =>
    interleave(
      mapValues(ways, (way) => () => mixedOutputs.map(({ input }) => tried(way, input))),
      {},
      { rounds: bench.rounds },
    ),
  )
  const lines = Object.keys(ways).map((name) => {
    const perOutput = times[name].min / mixedOutputs.length
    bench.report({ section: 'normalize', what: 'mixed', name, us_per_output: perOutput })
    return { name, cells: [timeCell(perOutput), short(times[name].min / times[parseOnly].min), `${judged[name].right}/${judged[name].of}`] }
  })
  console.log(`\n${mixedOutputs.length} mixed outputs, time for one of them`)
  console.log(table(['each', 'x parse', 'right'], lines))
  printWrong('normalize', judged, bench)
}

function judge(way) {
  const wrong = mixedOutputs.filter(({ input, wanted }) => !isDeepStrictEqual(tried(way, input), wanted)).map(({ name }) => name)
  return { right: mixedOutputs.length - wrong.length, of: mixedOutputs.length, wrong }
}

/** A refusal is an answer too. */
function tried(way, input) {
  try {
    return way(input)
  } catch {
    return undefined
  }
}

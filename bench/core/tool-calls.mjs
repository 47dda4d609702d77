import { createActionReader } from '../../packages/core/src/index.ts'
import { cut, rows } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { scan } from './scan.mjs'

const limit = 'charCode scan (limit)'
const sizes = [
  [218, '16 KB'],
  [28_000, '2 MB'],
]

/** The arguments of a tool call while they arrive: every token is checked and given out again. No bound, no peer does it. */
export async function printToolCalls(bench) {
  const cells = {}
  for (const [count, title] of sizes)
    for (const mean of [4, 64]) {
      bench.progress(`extract: tool call of ${title} in pieces of ${mean}`)
      const chunks = cut(JSON.stringify({ next_node: 'render', args: { rows: rows(count) } }), mean)
      const own = {
        [limit]: () => scan(chunks),
        'concat + JSON.parse once': () => JSON.parse(chunks.join('')),
        createActionReader: () => readArguments(chunks),
      }
      cells[`${title}/${mean}`] = await interleave(own, {}, { rounds: Math.ceil(bench.rounds / 2) })
    }
  console.log('\n(a) arguments of a tool call while they arrive: times the scan of the same pieces')
  printRatios({ section: 'tool calls', cells, limit, bench })
}

function readArguments(chunks) {
  const reader = createActionReader()
  let length = 0
  for (const chunk of chunks) for (const event of reader.feed(chunk)) if (event.type === 'args_delta') length += event.text.length
  reader.finish()
  return length
}

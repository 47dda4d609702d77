// (i) Live streams: the delay from a model chunk to a client in another process, and many concurrent runs in one process.
import { createMemoryStore } from '../../packages/core/src/memory.ts'
import { table } from '../lib/table.mjs'
import { underLoad } from './under-load.mjs'

const goal = 1
const loads = [
  { runs: 1, perSecond: 50 },
  { runs: 100, perSecond: 10 },
  { runs: 200, perSecond: 20 },
  { runs: 1000, perSecond: 4 },
]

export async function live(bench) {
  const seconds = bench.quick ? 3 : 15
  const lines = []
  for (const load of loads) {
    bench.progress(`live: ${load.runs} runs x ${load.perSecond}/s`)
    const found = await underLoad({ ...load, count: load.perSecond * seconds, ports: createMemoryStore() })
    const name = `${load.runs} runs x ${load.perSecond} events/s`
    bench.report({ section: 'live', name, ...found })
    lines.push({ name, cells: cellsOf(found, load) })
  }
  console.log(`\n(i) Live: one process serves, another reads, ${seconds} s; delay from the model's chunk to the event at the client`)
  console.log(table(['median', '99 %', 'sent', 'lost', 'deltas', 'CPU', 'RSS a run', ''], lines))
}

function cellsOf({ median, late, sent, lost, deltas, cpu, rss }, { runs }) {
  const verdict = runs > 100 ? '' : median < goal ? `goal < ${goal} ms` : `over the goal of ${goal} ms`
  return [
    `${median.toFixed(2)} ms`,
    `${late.toFixed(1)} ms`,
    `${sent}`,
    `${lost}`,
    `${deltas}`,
    `${Math.round(cpu * 100)} %`,
    `${Math.round(rss / 1024)} KiB`,
    verdict,
  ]
}

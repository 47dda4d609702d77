// (q) Live streams over each store: what it adds to the delay of an event, and how many events it keeps up with.
import { short, table } from '../lib/table.mjs'
import { underLoad } from '../wire/under-load.mjs'
import { limits } from './limits.mjs'
import { storeNames, withStore } from './open-stores.mjs'

const loads = [
  { runs: 1, perSecond: 50 },
  { runs: 100, perSecond: 20 },
  { runs: 1000, perSecond: 4 },
  { runs: 1000, perSecond: 20 },
]

export async function streams({ quick, progress, report }) {
  const [warmUp, seconds] = quick ? [5, 10] : [10, 25]
  console.log(
    `\n(q) Live over each store: one process serves, another reads; delay from the model's chunk to the event at the client, after ${warmUp} of ${seconds} s`,
  )
  const limit = await limits()
  report({ section: 'stores', what: 'limit', ...limit })
  console.log(`limit of this machine for one event: sqlite, a durable insert ${limit.sqlite.toFixed(2)} ms`)
  console.log(`  postgres, insert, notification and read by another connection ${limit.postgres.toFixed(2)} ms`)
  for (const load of loads) {
    const rate = `${load.runs} runs x ${load.perSecond} words/s`
    const lines = []
    let memory
    for (const name of storeNames) {
      progress(`stores: ${rate}, ${name}`)
      const found = await withStore(name, ({ ports }) => underLoad({ ...load, count: load.perSecond * seconds, ports, warmUpMs: warmUp * 1000 }))
      memory ??= found
      report({ section: 'stores', what: 'stream', store: name, ...load, ...found, added_ms: found.median - memory.median })
      lines.push({ name, cells: cellsOf(found, memory) })
    }
    console.log(rate)
    console.log(table(['median', '99 %', 'added', 'lost', 'deltas', 'CPU', 'RSS a run', 'of memory'], lines))
  }
}

function cellsOf({ median, late, lost, deltas, cpu, rss }, memory) {
  return [
    `${median.toFixed(2)} ms`,
    `${late.toFixed(1)} ms`,
    `${(median - memory.median).toFixed(2)} ms`,
    `${lost}`,
    `${deltas}`,
    `${Math.round(cpu * 100)} %`,
    `${Math.round(rss / 1024)} KiB`,
    short(rss / memory.rss),
  ]
}

// (i) Live streams: the delay from a model chunk to a client in another process, and many concurrent runs in one process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { createPfHandlers } from '../../packages/agui-adapter/src/index.ts'
import { createMemoryStore } from '../../packages/core/src/memory.ts'
import { createAgent } from '../../packages/planner/src/index.ts'
import { table } from '../lib/table.mjs'
import { pacedModel } from './paced-model.mjs'

const { getRequestListener } = createRequire(new URL('../../packages/agui-adapter/package.json', import.meta.url))('@hono/node-server')
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
    const found = await underLoad({ ...load, count: load.perSecond * seconds })
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

async function underLoad({ runs, perSecond, count }) {
  const server = await serve(pacedModel({ perSecond, count }))
  const clients = fork(new URL('live-clients.mjs', import.meta.url), [server.url, String(runs), String(count)])
  await once(clients, 'message')
  globalThis.gc?.()
  const [rss, cpu, start] = [process.memoryUsage().rss, process.cpuUsage(), performance.now()]
  const peak = watchPeak()
  clients.send('go')
  const [found] = await once(clients, 'message')
  const spent = process.cpuUsage(cpu)
  const share = (spent.user + spent.system) / 1000 / (performance.now() - start)
  await server.close()
  return { ...found, sent: runs * count, cpu: share, rss: (peak.stop() - rss) / runs }
}

async function serve(model) {
  const agent = createAgent({ model, tools: [], ports: createMemoryStore() })
  const handlers = createPfHandlers({ agent, authenticate: () => ({ id: 'bench' }) })
  const server = createServer(getRequestListener(handlers.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    await handlers.close()
    await agent.close()
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, close }
}

function watchPeak() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}

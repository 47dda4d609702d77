import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { createPfHandlers } from '../../packages/agui-adapter/src/index.ts'
import { createAgent } from '../../packages/planner/src/index.ts'
import { pacedModel } from './paced-model.mjs'

const { getRequestListener } = createRequire(new URL('../../packages/agui-adapter/package.json', import.meta.url))('@hono/node-server')

/**
 * Serves runs of a model that writes at a constant rate, and reads them in another process. Resolves to the delays from the model's chunk to the
 * event at the client in milliseconds, the words that were lost, the share of a core, and the bytes of memory that each run took at the peak. Delays of the first `warmUpMs` do not count.
 */
export async function underLoad({ runs, perSecond, count, ports, warmUpMs = 0 }) {
  const server = await serve(pacedModel({ perSecond, count }), ports)
  const clients = fork(new URL('live-clients.mjs', import.meta.url), [server.url, String(runs), String(count), String(warmUpMs)])
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

async function serve(model, ports) {
  const agent = createAgent({ model, tools: [], ports })
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

import type { WireEvent } from '@pf/core'
import { createRunClient } from '../client/create-run-client.ts'
import type { Script } from './memory-agent.ts'
import { createPfServer } from './pf-server.ts'
import { type Cut, createTcpProxy } from './tcp-proxy.ts'

const request = { thread_id: 'thread', run_id: 'run', messages: [{ id: 'u1', role: 'user', content: 'hello' }] }

export async function all(events: AsyncIterable<WireEvent>): Promise<WireEvent[]> {
  const seen: WireEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}

/** Runs a script through connections that are cut. Returns the received events, the events of the log, and the number of starts. */
export async function runThrough(script: Script, cuts: readonly Cut[]) {
  const server = await createPfServer(script)
  const proxy = await createTcpProxy(server.url, cuts)
  try {
    const seen = await all(createRunClient({ baseUrl: proxy.url, retryMs: 1 }).start(request))
    const whole = await all(createRunClient({ baseUrl: server.url }).attach(request.run_id))
    return { seen, whole, starts: server.agent.inputs.length, connections: proxy.connections() }
  } finally {
    await proxy.close()
    await server.close()
  }
}

import type { Owner, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import { createMemoryAgent, type MemoryAgent, type Script } from './memory-agent.ts'
import { serve } from './serve.ts'

/** A server over a scripted agent, with everything that tests inspect. */
export interface PfServer {
  url: string
  agent: MemoryAgent
  stores: StorePorts
  errors: unknown[]
  warnings: { code: string; text: string }[]
  handlers: ReturnType<typeof createPfHandlers>
  close(): Promise<void>
}

/** Authenticates by the header `x-user`. A request without it has no owner. */
export const authenticate = (request: Request): Owner | undefined => {
  const id = request.headers.get('x-user')
  return id === null ? undefined : { id }
}

/** Starts a server. All requests belong to user `u` unless `authenticate` is specified. */
export async function createPfServer(script: Script, options: Partial<PfHandlerOptions> = {}): Promise<PfServer> {
  const stores = createMemoryStore()
  const agent = createMemoryAgent(stores, script)
  const errors: unknown[] = []
  const warnings: PfServer['warnings'] = []
  const handlers = createPfHandlers({
    agent,
    artifacts: stores.artifacts,
    authenticate: () => ({ id: 'u' }),
    retryMs: 1,
    onError: (error) => errors.push(error),
    onWarning: (warning) => warnings.push(warning),
    ...options,
  })
  const served = await serve(handlers.fetch)
  return {
    url: served.url,
    agent,
    stores,
    errors,
    warnings,
    handlers,
    async close() {
      await handlers.close()
      await served.close()
    },
  }
}

let count = 0

/** Creates a RunAgentInput like the client 0.0.59. Ids are new each time. */
export const runInput = (more: Record<string, unknown> = {}) => {
  count += 1
  return {
    threadId: `th${count}`,
    runId: `run${count}`,
    messages: [{ id: `u${count}`, role: 'user', content: 'hello' }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
    ...more,
  }
}

/** POSTs a run input. */
export const post = (url: string, input: unknown, init: RequestInit = {}) =>
  fetch(`${url}/agui/agent`, {
    method: 'POST',
    body: typeof input === 'string' ? input : JSON.stringify(input),
    ...init,
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
  })

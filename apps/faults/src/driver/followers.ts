import { HttpAgent } from '@ag-ui/client'
import { createResumingFetch } from '@pf/agui-adapter/client/agui'
import type { WireEvent } from '@pf/core'
import { createComponentStore } from '@pf/react-renderers/store'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { createPatientClient } from './users.ts'

/** A run to start, or to read when it has been started. */
export interface FollowedRun {
  thread_id: string
  run_id: string
  text: string
}

/** Reads a run to its end over the address of a cluster or node. Resolves with the state that the client then shows. */
export type Follower = (url: string, run: FollowedRun) => Promise<unknown>

/** The clients that have to survive a lost connection, by name. */
export const followers: Readonly<Record<string, Follower>> = {
  'pf store': followWithStore,
  '@ag-ui/client 1.0.0': (url, run) => followWithAgent(HttpAgent, url, run),
  '@ag-ui/client 0.0.59': (url, run) => followWithAgent(OlderAgent as unknown as typeof HttpAgent, url, run),
}

const userMessage = (text: string) => ({ id: 'u', role: 'user' as const, content: text })

/** pf's own client and store; the times at which something arrived are no part of the state. */
async function followWithStore(url: string, { thread_id, run_id, text }: FollowedRun): Promise<unknown> {
  const store = createComponentStore({ schedule: (flush) => flush(), now: () => 0 })
  const events: WireEvent[] = []
  store.addUserMessage(text, 'u', run_id)
  store.beginRun(run_id, thread_id)
  for await (const event of createPatientClient(url).start({ thread_id, run_id, messages: [userMessage(text)] })) {
    events.push(event)
    store.apply(event)
  }
  const { turns, run } = store.getSnapshot()
  return { events, turns, run }
}

/** The HttpAgent of any generation, which reconnects by our fetch. */
async function followWithAgent(Agent: typeof HttpAgent, url: string, { thread_id, run_id, text }: FollowedRun): Promise<unknown> {
  const resuming = createResumingFetch({ retryMs: 100, maxAttempts: 100_000, idleMs: 5_000 })
  const agent = new Agent({ url: `${url}/agui/agent`, threadId: thread_id, initialMessages: [userMessage(text)], fetch: resuming })
  const { result } = await agent.runAgent({ runId: run_id })
  return { result, messages: agent.messages, state: agent.state }
}

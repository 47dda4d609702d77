import type { AgentInput, CommitInput, CommitResult, PlannerEvent, PlannerEventType, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { type Agent, type AgentOptions, createAgent } from '../index.ts'
import type { Model, ModelMessage } from '../model/model.ts'
import { inputOf, scope } from './harness.ts'

/** A model in this process. It returns one reply per call, repeats the last one, and records its requests. */
export function scriptedModel(...replies: (string | Promise<string>)[]): Model & { requests: (readonly ModelMessage[])[] } {
  const requests: (readonly ModelMessage[])[] = []
  return {
    name: 'scripted',
    requests,
    async *stream({ messages }) {
      requests.push(messages)
      yield { type: 'text', text: (await replies[Math.min(requests.length, replies.length) - 1]) ?? '' }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

type Commit = (input: CommitInput) => Promise<CommitResult>

/** Returns ports whose commits are passed to `around`. `write` is the memory store's own commit. */
export function portsWithCommit(around: (input: CommitInput, write: Commit) => Promise<CommitResult>, ports: StorePorts = createMemoryStore()): StorePorts {
  const { storage } = ports
  return { ...ports, storage: { ...storage, commit: (owner, input) => around(input, (given) => storage.commit(owner, given)) } }
}

export const hasEvent = ({ events }: CommitInput, type: PlannerEventType) => events.some((event) => event.type === type)

/** Creates an agent with a model in this process. */
export const scriptedAgent = (model: Model, ports: StorePorts, options: Partial<AgentOptions> = {}): Agent =>
  createAgent({ model, tools: [], ports, ...options })

/** Starts run-1 on thread-1. */
export const startRun = (agent: Agent, input: Partial<AgentInput> = {}) => agent.start(inputOf('Go.', input), scope)

/** Returns the stored log up to its first finish. */
export async function logUntilFinish({ events }: StorePorts, run_id = 'run-1'): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of events.read(scope, run_id, 0)) {
    log.push(event)
    if (event.type === 'finish') break
  }
  return log
}

import type { AgentInput, PlannerEvent, Scope, StorePorts, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createModelServer, type ModelServer, type Story } from '@pf/testing'
import OpenAI from 'openai'
import { type Agent, type AgentOptions, createAgent } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { checkOrder } from './check-order.ts'

/** Owner of all runs in tests. */
export const scope: Scope = { owner: { id: 'ada' } }

/** An agent with a real model server, the real openai package and memory stores. */
export interface Harness {
  agent: Agent
  server: ModelServer
  ports: StorePorts
  /** Starts a run with one question and waits for its complete log, whose order is verified. */
  run(question: string, input?: Partial<AgentInput>): Promise<PlannerEvent[]>
  start(question: string, input?: Partial<AgentInput>): Promise<string>
  /** Returns the log of a run, until its finish or its current pause. */
  log(run_id: string): Promise<PlannerEvent[]>
  close(): Promise<void>
}

/** Options of a test. */
export interface HarnessOptions extends Partial<Omit<AgentOptions, 'model' | 'tools'>> {
  /** A server to reuse, so that a second agent uses the model of the first. */
  server?: ModelServer
  stories?: readonly Story[]
  tools?: readonly ToolDefinition[]
  maxRetries?: number
}

/** Returns the input of a run with one question. */
export function inputOf(question: string, more: Partial<AgentInput> = {}): AgentInput {
  return {
    thread_id: 'thread-1',
    run_id: 'run-1',
    messages: [{ id: 'u1', role: 'user', content: question }],
    client_tools: [],
    context: [],
    client: { pf: {} },
    ...more,
  }
}

let instances = 0

/** Starts the server and the agent. */
export async function createHarness({ stories = [], tools = [], maxRetries = 0, ports = createMemoryStore(), ...options }: HarnessOptions): Promise<Harness> {
  const server = options.server ?? (await createModelServer({ stories }))
  const client = new OpenAI({ apiKey: 'sk-test-secret-key', baseURL: server.url, maxRetries, logLevel: 'off' })
  let counter = 0
  const instance = options.server ? `-${++instances}` : ''
  const agent = createAgent({
    model: openaiModel({ client, model: 'scripted' }),
    tools,
    ports,
    newId: () => `id${instance}-${++counter}`,
    ...options,
  })
  const log = async (run_id: string) => {
    const events: PlannerEvent[] = []
    for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) {
      events.push(event)
      if (event.type === 'finish' && event.seq >= (await ports.events.last(scope, run_id))) break
    }
    checkOrder(events)
    return events
  }
  const start = async (question: string, input: Partial<AgentInput> = {}) => {
    const started = await agent.start(inputOf(question, input), scope)
    if (started.status !== 'started') throw new Error(`not started: ${started.status}`)
    return started.run_id
  }
  return {
    agent,
    server,
    ports,
    log,
    start,
    run: async (question, input) => log(await start(question, input)),
    close: async () => {
      await agent.close()
      if (!options.server) await server.close()
    },
  }
}

/** Returns a story that answers every question with these replies, one for each step. */
export const script = (...replies: string[]): Story => ({
  name: 'script',
  match: () => true,
  reply: () => replies.map((reply) => ({ content: reply, ...(reply.length > 20_000 ? { chunkSize: 2_000 } : {}) })),
})

/** Returns the finish of a log. */
export function finishOf(events: readonly PlannerEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'finish') throw new Error('no finish')
  return last
}

/** Returns the open question of a log. */
export function questionOf(events: readonly PlannerEvent[]) {
  if (finishOf(events).reason !== 'paused') throw new Error('not paused')
  const interaction = ofType(events, 'pause').at(-1)?.interactions[0]
  if (!interaction) throw new Error('no question')
  return interaction
}

/** Returns the events of one type. */
export function ofType<T extends PlannerEvent['type']>(events: readonly PlannerEvent[], type: T): Extract<PlannerEvent, { type: T }>[] {
  return events.filter((event): event is Extract<PlannerEvent, { type: T }> => event.type === type)
}

/** Returns the canonical text of an answer. */
export const answer = (text: string, more: Record<string, unknown> = {}) => JSON.stringify({ next_node: 'final_response', args: { answer: text, ...more } })

/** Returns the canonical text of a call. */
export const call = (next_node: string, args: Record<string, unknown> = {}) => JSON.stringify({ next_node, args })

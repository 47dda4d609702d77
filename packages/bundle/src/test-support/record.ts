import type { AgentInput, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { type AgentOptions, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type ModelServer, type Story } from '@pf/testing'
import OpenAI from 'openai'
import { type Bundle, createMemoryRecorder, createRecordedAgent, type ExportOptions, exportBundle, readBundle, writeBundle } from '../index.ts'

/** The owner of all recorded runs. */
export const scope = { owner: { id: 'owner-of-the-tests' } }
/** The text of a call. */
export const call = (next_node: string, args: Record<string, unknown> = {}) => JSON.stringify({ next_node, args })
/** The text of an answer. */
export const answer = (text: string) => call('final_response', { answer: text })
const rows = Array.from({ length: 3_000 }, (_, index) => ({ city: `City ${index}`, people: index * 1_000 }))

const query = defineTool({
  name: 'query',
  description: 'Reads rows.',
  input: { type: 'object', properties: { table: { type: 'string' } }, required: ['table'] },
  output: { type: 'object', properties: { rows: { type: 'array', items: { type: 'object' }, artifact: true } } },
  run: ({ table }, { progress, log }) => {
    progress({ fraction: 0.5, text: `reading ${String(table)}` })
    log('info', 'read')
    return { rows }
  },
})

const save = defineTool({
  name: 'save',
  description: 'Saves a view.',
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: async ({ name }, { pause }) => {
    const answered = await pause({ component: 'confirm', props: { message: `Save ${String(name)}?` } })
    return { saved: answered.status === 'answered' }
  },
})

/** An agent whose runs are recorded. */
export interface RecordedHarness {
  server: ModelServer
  options: AgentOptions
  ask(input?: Partial<AgentInput>): Promise<PlannerEvent[]>
  answer(events: readonly PlannerEvent[], result: Record<string, unknown>): Promise<PlannerEvent[]>
  bundle(more?: Partial<ExportOptions>): Promise<Bundle>
}

/** Starts a model server and an agent with two tools, whose runs are recorded. */
export async function record(stories: readonly Story[], more: Partial<AgentOptions> = {}): Promise<RecordedHarness> {
  const server = await createModelServer({ stories })
  const client = new OpenAI({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 0 })
  const ports = createMemoryStore()
  const options: AgentOptions = {
    model: openaiModel({ client, model: 'scripted' }),
    tools: [query, save],
    ports,
    system: 'You answer about cities.',
    richOutput: { enabled: true },
    ...more,
  }
  const recorder = createMemoryRecorder()
  const agent = createRecordedAgent(options, { recorder })
  let current = 'run-1'
  const log = async (run_id: string) => {
    current = run_id
    const events: PlannerEvent[] = []
    for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) {
      events.push(event)
      if (event.type === 'finish') break
    }
    return events
  }
  const messages = [{ id: 'u1', role: 'user' as const, content: 'Show the cities.' }]
  return {
    server,
    options,
    ask: async (input = {}) => {
      const started = await agent.start(
        { thread_id: 'thread-1', run_id: 'run-1', messages, client_tools: [], context: [], client: { pf: {} }, ...input },
        scope,
      )
      return log(started.run_id)
    },
    answer: async (events, result) => {
      const asked = events.findLast((event) => event.type === 'pause')?.interactions[0]
      const outcome = await agent.answer({ interaction_id: asked?.id ?? '' }, { result: result as never }, scope)
      if (outcome.status !== 'accepted') throw new Error(`not accepted: ${outcome.status}`)
      return log(outcome.run_id)
    },
    bundle: (given = {}) => exportBundle({ ports, scope, runId: current, recorder, agent: options, ...given }),
  }
}

/** A story with these replies, one for each step. */
export const script = (...replies: string[]): Story => ({ name: 'script', match: () => true, reply: () => replies.map((content) => ({ content })) })

/** Writes a bundle to a file and reads it again, as another clone would. */
export const throughFile = async (bundle: Bundle) => readBundle(await writeBundle(bundle))

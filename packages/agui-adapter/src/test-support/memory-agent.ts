import { type AgentInput, type AgentPort, type CatalogView, foldThread, type PlannerEvent, type Scope, type StorePorts, type UncommittedEvent } from '@pf/core'
import { type Bare, finish, start } from './log.ts'

/** The operations of a scripted run: it can write events, wait, and detect that it was cancelled. */
export interface ScriptedRun {
  run_id: string
  input: AgentInput
  signal: AbortSignal
  emit(...events: Bare[]): Promise<void>
}

export type Script = (run: ScriptedRun) => Promise<void>

export interface MemoryAgent extends AgentPort {
  /** Run ids that were cancelled. */
  cancelled: string[]
  /** Inputs of the runs, unchanged. */
  inputs: AgentInput[]
  /** Attached readers that have not ended. */
  readers: number
  /** Resolves when all started runs have ended. */
  idle(): Promise<void>
  /** Resolves when no reader is attached. */
  quiet(): Promise<void>
}

interface Active {
  thread: string
  abort: AbortController
}

export const catalog: CatalogView = { enabled: true, registry_version: '1', digest: 'd', allowlist: [], counts: { total: 0, enabled: 0 }, components: [] }

/** Creates an agent without a model: each run executes the script over real stores and writes events like a planner. */
export function createMemoryAgent(stores: StorePorts, script: Script): MemoryAgent {
  const active = new Map<string, Active>()
  const running = new Set<Promise<void>>()
  const leaving = new Set<() => void>()
  const keyOf = ({ owner }: Scope, id: string) => JSON.stringify([owner.tenant ?? null, owner.id, id])

  async function* counted(events: AsyncIterable<PlannerEvent>) {
    agent.readers += 1
    try {
      yield* events
    } finally {
      agent.readers -= 1
      for (const wake of leaving) wake()
    }
  }
  const agent: MemoryAgent = {
    cancelled: [],
    inputs: [],
    readers: 0,
    idle: async () => void (await Promise.all(running)),
    async quiet() {
      while (agent.readers > 0) await new Promise<void>((resolve) => leaving.add(resolve))
    },
    async start(input, scope) {
      const known = await stores.storage.load(scope, input.run_id)
      if (known) return { status: 'exists', run_id: input.run_id }
      const busy = [...active].find(([key, run]) => run.thread === keyOf(scope, input.thread_id) && key !== keyOf(scope, input.run_id))
      if (busy) return { status: 'busy', run_id: JSON.parse(busy[0])[2] }
      agent.inputs.push(input)
      const abort = new AbortController()
      active.set(keyOf(scope, input.run_id), { thread: keyOf(scope, input.thread_id), abort })
      const run = play(stores, script, { input, scope, signal: abort.signal }).finally(() => {
        active.delete(keyOf(scope, input.run_id))
        running.delete(run)
      })
      running.add(run)
      await run_begun(stores, scope, input)
      return { status: 'started', run_id: input.run_id }
    },
    async attach(run_id, after, { scope, signal }) {
      if (!(await stores.storage.load(scope, run_id))) return undefined
      return counted(stores.events.read(scope, run_id, after, signal))
    },
    answer: async () => ({ status: 'unknown' }),
    async cancel(run_id, scope) {
      const run = active.get(keyOf(scope, run_id))
      if (!run || run.abort.signal.aborted) return false
      agent.cancelled.push(run_id)
      run.abort.abort()
      return true
    },
    catalog: () => catalog,
    async thread(thread_id, scope) {
      const entries = await stores.threads.read(scope, thread_id)
      if (entries.length === 0) return undefined
      const ids = [...new Set(entries.map(({ run_id }) => run_id))]
      const logs = await Promise.all(ids.map((run_id) => stored(stores, scope, run_id)))
      return foldThread({ entries, logs, pending: await stores.pending.list(scope, thread_id) })
    },
  }
  return agent
}

async function run_begun(stores: StorePorts, scope: Scope, { run_id }: AgentInput) {
  const stop = new AbortController()
  for await (const _ of stores.events.read(scope, run_id, 0, stop.signal)) return stop.abort()
}

async function stored(stores: StorePorts, scope: Scope, run_id: string): Promise<PlannerEvent[]> {
  const last = await stores.events.last(scope, run_id)
  const events: PlannerEvent[] = []
  if (last === 0) return events
  for await (const event of stores.events.read(scope, run_id, 0)) {
    events.push(event)
    if (event.seq >= last) break
  }
  return events
}

async function play(stores: StorePorts, script: Script, { input, scope, signal }: { input: AgentInput; scope: Scope; signal: AbortSignal }) {
  const run = { run_id: input.run_id, thread_id: input.thread_id }
  const result = await stores.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
  if (result.status !== 'granted') throw new Error('The run could not be leased.')
  const { lease } = result
  const emit = async (...bare: Bare[]) => {
    const events = bare.map((event) => ({ ...event, ...run, ts: Date.now() }) as UncommittedEvent)
    await stores.storage.commit(scope, { run, lease, events })
  }
  const question = input.messages.findLast(({ role }) => role === 'user')
  const thread = question ? [{ id: question.id, role: 'user' as const, run_id: input.run_id, text: question.content, ts: Date.now() }] : []
  await stores.storage.commit(scope, { run, lease, events: [], thread })
  const client = { ...input.client, client_tools: input.client_tools.map(({ name }) => name), answered: [] }
  await emit(start(client, input.run_id))
  await script({ run_id: input.run_id, input, signal, emit })
  const ended = await stores.storage.load(scope, input.run_id)
  if (!ended?.finished) await emit(signal.aborted ? finish('cancelled') : finish('answer', 'Done.'))
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

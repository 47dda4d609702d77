import { expect } from 'vitest'
import type { PlannerEvent, StorePorts } from '../../packages/core/src/index.ts'
import type { Agent } from '../../packages/planner/src/index.ts'
import type { Model } from '../../packages/planner/src/model/model.ts'

const scope = { owner: { id: 'ann' } }
const client = { pf: { tool_results: true } }

/** Asks the user once and then answers. To `wait`, it returns nothing until the run is cancelled. */
export const raceModel: Model = {
  name: 'races',
  async *stream({ messages }, { signal }) {
    const waits = messages.some(({ role, content }) => role === 'user' && content === 'wait')
    if (waits) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const asks = !messages.some(({ role }) => role === 'assistant')
    const action = asks ? { next_node: 'ui_confirm', args: { message: 'Sure?' } } : { next_node: 'final_response', args: { answer: 'Done.' } }
    yield { type: 'text', text: JSON.stringify(action) }
    yield { type: 'finish', reason: 'stop' }
  },
}

/** Creates a random number generator with a seed. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}

/** Repeatedly sends a start, an answer and a cancellation to two nodes at the same time, and checks that each is accepted once. */
export async function raceNodes({ nodes, ports, rounds, seed }: { nodes: readonly Agent[]; ports: StorePorts; rounds: number; seed: number }): Promise<void> {
  const random = createRandom(seed)
  const onAll = <T>(work: (node: Agent, index: number) => Promise<T>) =>
    Promise.all(
      nodes.map(async (node, index) => {
        await new Promise((resolve) => setTimeout(resolve, random(4)))
        return work(node, index)
      }),
    )
  const start = (run: { run_id: string; thread_id: string }, content: string) =>
    onAll((node) => node.start({ ...run, messages: [{ id: 'u', role: 'user', content }], client_tools: [], context: [], client }, scope))
  for (let round = 0; round < rounds; round += 1) {
    const asked = { run_id: `asked-${round}`, thread_id: `thread-${round}` }
    const started = await start(asked, 'ask')
    expect(started.map(({ status }) => status).sort(), `start ${round}`).toEqual(['exists', 'started'])
    const pause = await nextFinish(ports, asked.run_id)
    expect(pause.reason).toBe('paused')
    const [question] = await ports.pending.list(scope, asked.thread_id)
    const answers = await onAll((node, index) => node.answer({ interaction_id: question?.id ?? '' }, { result: { confirmed: index === 0 } }, scope))
    expect(answers.map(({ status }) => status).sort(), `answer ${round}`).toEqual(['accepted', 'conflict'])
    expect((await nextFinish(ports, asked.run_id, pause.seq)).reason).toBe('answer')

    const stopped = { run_id: `stopped-${round}`, thread_id: `thread-${round}` }
    await start(stopped, 'wait')
    expect(await onAll((node) => node.cancel(stopped.run_id, scope)), `cancel ${round}`).toContain(true)
    const log = await readAll(ports, stopped.run_id)
    expect(log.flatMap((event) => (event.type === 'finish' ? [event.reason] : []))).toEqual(['cancelled'])
    expect(await onAll((node) => node.cancel(stopped.run_id, scope))).toEqual(nodes.map(() => false))
  }
}

async function nextFinish({ events }: StorePorts, run_id: string, after = 0) {
  for await (const event of events.read(scope, run_id, after)) if (event.type === 'finish') return event
  throw new Error(`${run_id} has no finish`)
}

async function readAll({ events }: StorePorts, run_id: string): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of events.read(scope, run_id, 0)) log.push(event)
  return log
}

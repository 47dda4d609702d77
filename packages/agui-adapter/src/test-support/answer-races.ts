import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, type Model } from '@pf/planner'
import { expect } from 'vitest'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'

/** Creates a random number generator with a seed, so that its numbers can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Random = ReturnType<typeof createRandom>

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates stores in which every call waits for some iterations of the event loop before and after its work. Each seed gives one interleaving. */
function scheduled(ports: StorePorts, random: Random): StorePorts {
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as ((...args: unknown[]) => unknown) | undefined
        // These methods do not return a promise.
        if (!method || name === 'onCancelRequest' || (name === 'read' && target === ports.events)) return method
        return async (...args: unknown[]) => {
          for (let wait = random(4); wait > 0; wait--) await turn()
          const result = await Reflect.apply(method, target, args)
          for (let wait = random(3); wait > 0; wait--) await turn()
          return result
        }
      },
    })
  const { storage, events, pending, threads, artifacts } = ports
  return { storage: wrap(storage), events: wrap(events), pending: wrap(pending), threads: wrap(threads), artifacts }
}

function createModel() {
  const model: Model & { calls: number } = {
    name: 'scripted',
    calls: 0,
    async *stream() {
      model.calls += 1
      const asks = model.calls === 1
      const action = asks ? { next_node: 'ui_confirm', args: { message: 'Sure?' } } : { next_node: 'final_response', args: { answer: 'Done.' } }
      yield { type: 'text', text: JSON.stringify(action) }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  return model
}

const scope = { owner: { id: 'u' } }
const yes = { confirmed: true }

function system(random: Random) {
  const ports = scheduled(createMemoryStore(), random)
  const model = createModel()
  const agent = createAgent({ model, ports, tools: [], richOutput: { enabled: true } })
  const { fetch } = createPfHandlers({ agent, pending: ports.pending, authenticate: () => scope.owner })
  const post = (path: string, body: object) =>
    fetch(new Request(`http://x${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }))
  return { ports, model, agent, post }
}

const input = (runId: string, more: object = {}) => ({
  threadId: 't',
  runId,
  messages: [{ id: 'u1', role: 'user', content: 'go' }],
  tools: [],
  context: [],
  ...more,
})

/** Returns the routes by which a tab may send the same answer. */
function ways(id: string) {
  return [
    () => ['/agui/tool_result', { thread_id: 't', run_id: 'r1', tool_call_id: 'tc:r1:1', result: yes }],
    () => ['/agui/resume', { thread_id: 't', interrupt_id: id, result: yes }],
    (tab: number) => ['/agui/agent', input(`next${tab}`, { resume: [{ interruptId: id, status: 'resolved', payload: yes }] })],
    () => ['/agui/agent', input('r1', { resume: [{ interruptId: id, status: 'resolved', payload: yes }] })],
  ] as ((tab: number) => [string, object])[]
}

async function race(seed: number) {
  const random = createRandom(seed)
  const { ports, model, agent, post } = system(random)
  await (await post('/agui/agent', input('r1'))).text()
  const [question] = await ports.pending.list(scope, 't')
  const both = ways(question?.id ?? '')
  const way = both[random(both.length)] ?? both[0]
  // Both tabs send the same request, except for run ids that a tab creates itself.
  const asked = [1, 2].map(async (tab) => {
    for (let wait = random(12); wait > 0; wait--) await turn()
    const [path, body] = way?.(tab) ?? ['', {}]
    const response = await post(path, body)
    return { path, status: response.status, text: await response.text() }
  })
  const answers = await Promise.all(asked)
  const named = answers.flatMap(({ path, text }) => (path === '/agui/tool_result' ? [JSON.parse(text).run_id as string] : []))
  for (const run_id of named) for await (const event of ports.events.read(scope, run_id, 0)) if (event.type === 'finish' && event.reason !== 'paused') break
  let resumes = 0
  for (const run_id of new Set((await ports.threads.read(scope, 't')).map((entry) => entry.run_id))) {
    const last = await ports.events.last(scope, run_id)
    for await (const event of ports.events.read(scope, run_id, 0)) {
      if (event.type === 'resume') resumes += 1
      if (event.seq >= last) break
    }
  }
  await agent.close()
  return { seed, answers, resumes, calls: model.calls, record: await ports.pending.get(scope, question?.id ?? '') }
}

/**
 * Runs the seeds `from` to `to`: an answer that two tabs send is accepted once, the run continues once, and no tab is refused. Returns the
 * number of races for each route.
 */
export async function checkRaces(from: number, to: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let seed = from; seed <= to; seed += 50) {
    for (const one of await Promise.all(Array.from({ length: Math.min(50, to - seed + 1) }, (_, at) => race(seed + at)))) {
      const path = one.answers[0]?.path ?? ''
      counts.set(path, (counts.get(path) ?? 0) + 1)
      checkRace(one, path)
    }
  }
  return counts
}

function checkRace({ seed, answers, resumes, calls, record }: Awaited<ReturnType<typeof race>>, path: string) {
  expect([seed, answers.map(({ status }) => status), resumes, record?.state]).toEqual([seed, [200, 200], 1, 'answered'])
  if (path === '/agui/tool_result') {
    const verdicts = answers.map(({ text }) => JSON.parse(text))
    expect([seed, verdicts.map(({ status }) => status).sort(), verdicts[0].run_id]).toEqual([seed, ['accepted', 'repeated'], verdicts[1].run_id])
  } else for (const { text } of answers) expect([seed, text.includes('"raw_answer":"Done."')]).toEqual([seed, true])
  // A tab that arrives after the run has ended, with a run id of its own, starts its own turn.
  expect([seed, path === '/agui/agent' ? Math.min(calls, 2) : calls]).toEqual([seed, 2])
}

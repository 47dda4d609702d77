import type { PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import type { AgentHooks } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, ofType, questionOf, scope, script } from '../test-support/harness.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close()
})

const leave = { beforeTool: () => ({ verdict: 'pause', reason: 'money', question: { message: 'Pay?' } }) as const }
const yes = { result: { confirmed: true } }

/** Two processes with one store. The tool of each process records the name of the process. */
async function nodes(more: object = {}, hooks: AgentHooks = leave) {
  const ran: string[] = []
  const ports = createMemoryStore()
  const tool = (name: string) => ({
    name: 'pay',
    description: 'Pays.',
    input: { type: 'object' },
    run: (args: unknown) => {
      ran.push(`${name} ${JSON.stringify(args)}`)
      return { paid: true }
    },
    ...more,
  })
  const options = { ports, hooks, richOutput: { enabled: true } }
  const first = await createHarness({ stories: [script(call('pay', { amount: 5 }), answer('Done.'))], tools: [tool('first')], ...options })
  const second = await createHarness({ server: first.server, tools: [tool('second')], ...options })
  open.push(first, second)
  return { first, second, ran, ports }
}

it('a call that waits for leave continues in another process, with the arguments that were asked about, once', async () => {
  for (const idempotent of [true, false]) {
    const { first, second, ran } = await nodes({ idempotent })
    const { id } = questionOf(await first.run('Pay.'))
    await first.agent.close()
    const given = await Promise.all([second.agent.answer({ interaction_id: id }, yes, scope), second.agent.answer({ interaction_id: id }, yes, scope)])
    const run_id = given.flatMap((result) => ('run_id' in result ? [result.run_id] : []))[0] ?? ''
    const events = await second.log(run_id)
    expect(ran).toEqual(['second {"amount":5}'])
    expect(ofType(events, 'tool_call_result').at(-1)).toMatchObject({ status: 'ok', content: '{"paid":true}' })
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
  }
})

it('a question that nobody answers in time is a no, by itself', async () => {
  const ask = () => ({ verdict: 'pause', reason: 'money', question: { message: 'Pay?' }, timeoutMs: 20 }) as const
  const { first, ran } = await nodes({}, { beforeTool: ask })
  await first.start('Pay.', { client: { pf: { tool_results: true } } })
  const events: PlannerEvent[] = []
  for await (const event of (await first.agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
  expect(ran).toEqual([])
  expect(ofType(events, 'resume')).toMatchObject([{ status: 'expired' }])
  expect(ofType(events, 'tool_call_result').at(-1)).toMatchObject({ code: 'refused', content: expect.stringContaining('the question was expired') })
  expect(finishOf(events).payload.raw_answer).toBe('Done.')
})

import { afterEach, expect, it } from 'vitest'
import type { AgentHooks } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, script } from '../test-support/harness.ts'

type Log = Parameters<NonNullable<AgentHooks['onLog']>>[0]

let harness: Harness
afterEach(() => harness.close())

async function listen(options: Parameters<typeof createHarness>[0]) {
  const log: Log[] = []
  const errors: unknown[] = []
  harness = await createHarness({ ...options, hooks: { onLog: (entry) => log.push(entry) } })
  harness.agent.onError?.((error) => errors.push(error))
  return { log, errors }
}

it('what the provider said reaches onError and the log, and no client', async () => {
  const { log, errors } = await listen({ stories: [script(answer('x'))] })
  harness.server.mode('401')
  const events = await harness.run('Hi')
  expect(finishOf(events).reason).toBe('error')
  expect(errors).toMatchObject([{ code: 'model_unavailable', cause: { status: 401 } }])
  expect(log).toMatchObject([{ level: 'error', runId: 'run-1', error: errors[0] }])
  expect(JSON.stringify(events)).not.toContain(String((errors[0] as Error & { cause: Error }).cause.message))
})

it('what a tool throws reaches onError and the log with its cause', async () => {
  const thrown = new RangeError('The pool is empty.')
  const tool = { name: 'book', description: 'Books.', input: { type: 'object' as const }, run: () => Promise.reject(thrown) }
  const { log, errors } = await listen({ stories: [script(call('book'), answer('done'))], tools: [tool] })
  await harness.run('Book it.')
  expect(errors).toMatchObject([{ code: 'tool_failed' }])
  expect((errors[0] as Error).cause).toBe(thrown)
  expect(log).toMatchObject([{ level: 'error', tool: 'book' }])
})

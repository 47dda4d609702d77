import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, type Harness, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

describe('agent.run', () => {
  it('gives the events and the payload of a question without ids', async () => {
    harness = await createHarness({ stories: [script(answer('21 degrees'))] })
    const run = harness.agent.run('How warm is it?')
    const types: string[] = []
    for await (const event of run) types.push(event.type)
    expect([types[0], types.at(-1)]).toEqual(['run_start', 'finish'])
    expect(await run.payload).toMatchObject({ raw_answer: '21 degrees' })
  })

  it('resolves the payload when nobody reads the events, and continues a thread', async () => {
    harness = await createHarness({ stories: [script(answer('Hello.'))] })
    const first = harness.agent.run('Hi')
    expect((await first.payload).raw_answer).toBe('Hello.')
    const second = harness.agent.run('And again', { threadId: first.threadId })
    await second.payload
    expect((await harness.agent.thread(first.threadId, { owner: { id: 'local' } }))?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ])
  })

  it('rejects in both places when the run cannot start', async () => {
    harness = await createHarness({ stories: [script(answer('x'))] })
    await harness.agent.close()
    const run = harness.agent.run('Hi')
    await expect(run.payload).rejects.toMatchObject({ code: 'cancelled' })
    await expect(run[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('is cancelled by its signal', async () => {
    const stop = new AbortController()
    const slow = { name: 'wait', description: 'Waits.', input: { type: 'object' as const }, run: () => new Promise<never>(() => stop.abort()) }
    harness = await createHarness({ stories: [script('{"next_node":"wait","args":{}}')], tools: [slow] })
    const types: string[] = []
    const run = harness.agent.run('Wait.', { signal: stop.signal })
    for await (const event of run) types.push(event.type === 'finish' ? event.reason : event.type)
    expect(types.at(-1)).toBe('cancelled')
  })
})

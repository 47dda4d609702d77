import type { ToolContext } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, ofType, scope } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const signals: AbortSignal[] = []
const slow = {
  name: 'slow',
  description: 'Slow.',
  input: { type: 'object' },
  run: (_args: unknown, { signal, progress }: ToolContext) => {
    signals.push(signal)
    progress({ fraction: 0.1 })
    return new Promise((done) => setTimeout(() => done({ ok: true }), 5))
  },
}
const story = {
  name: 'story',
  match: () => true,
  reply: () => [
    { reasoning: 'I should look.', content: call('slow', { n: 1 }), chunkSize: 12 },
    {
      content: JSON.stringify({
        next_node: 'plan',
        args: {
          steps: [
            { node: 'slow', args: { n: 2 } },
            { node: 'slow', args: { n: 3 } },
          ],
        },
      }),
      chunkSize: 12,
    },
    { content: answer('This is the answer to it all.'), chunkSize: 6 },
  ],
}
const open = () => createHarness({ stories: [story], tools: [slow], reasoning: 'stream' })

describe('cancel', () => {
  it('at every event of a run: one finish, everything closed, nothing after it, the model let go', async () => {
    harness = await open()
    const whole = await harness.run('Go.')
    await harness.close()
    for (const { seq } of whole.slice(0, -1)) {
      harness = await open()
      const run_id = await harness.start('Go.')
      for await (const event of (await harness.agent.attach(run_id, 0, { scope })) ?? []) {
        if (event.seq < seq && event.type !== 'finish') continue
        await harness.agent.cancel(run_id, scope)
        break
      }
      const events = await harness.log(run_id)
      expect(['cancelled', 'answer']).toContain(finishOf(events).reason)
      for (const request of harness.server.requests) expect(['complete', 'client_gone']).toContain(await request.ended)
      await harness.close()
    }
    harness = await open()
  }, 60_000)

  it('aborts the signal of the tool at once', async () => {
    harness = await open()
    signals.length = 0
    const run_id = await harness.start('Go.')
    for await (const event of (await harness.agent.attach(run_id, 0, { scope })) ?? []) if (event.type === 'tool_call_progress') break
    expect(await harness.agent.cancel(run_id, scope)).toBe(true)
    expect(signals[0]?.aborted).toBe(true)
    expect(ofType(await harness.log(run_id), 'tool_call_result')).toMatchObject([{ status: 'unknown', code: 'cancelled' }])
  })

  it('is false for unknown, finished and foreign runs', async () => {
    harness = await open()
    await harness.run('Go.')
    expect(await harness.agent.cancel('run-1', scope)).toBe(false)
    expect(await harness.agent.cancel('no-such-run', scope)).toBe(false)
    const run_id = await harness.start('Go.', { run_id: 'run-2' })
    expect(await harness.agent.cancel(run_id, { owner: { id: 'eve' } })).toBe(false)
    expect(finishOf(await harness.log(run_id))).toMatchObject({ reason: 'answer' })
  })

  it('lets a new run on the thread begin as soon as it returns', async () => {
    harness = await open()
    const run_id = await harness.start('Go.')
    await harness.agent.cancel(run_id, scope)
    expect(finishOf(await harness.run('Again.', { run_id: 'run-2' }))).toMatchObject({ reason: 'answer' })
  })

  it('of all runs comes with close, and no run is taken after it', async () => {
    harness = await open()
    await harness.start('Go.')
    await harness.agent.close()
    expect(finishOf(await harness.log('run-1'))).toMatchObject({ reason: 'cancelled' })
    await expect(harness.start('More.', { run_id: 'run-2' })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

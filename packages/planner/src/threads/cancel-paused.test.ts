import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const pay = {
  name: 'pay',
  description: 'Pays.',
  input: { type: 'object' },
  run: async (_args: unknown, { pause }: { pause: (request: object) => Promise<unknown> }) => pause({ component: 'confirm', props: { message: 'Pay?' } }),
}
const replies = [call('ui_confirm', { message: 'Sure?' }), call('pay'), answer('Done.')]
const open = async () => {
  harness = await createHarness({ stories: [script(...replies)], tools: [pay as never], richOutput: { enabled: true } })
  return harness
}
const sameStreamClient = { client: { pf: { tool_results: true } } }
const yes = { result: { confirmed: true } }

describe('cancel', () => {
  it('at every event of a run with two questions: one finish, no question left open, the thread free', async () => {
    await open()
    await harness.start('Go.', sameStreamClient)
    for (let question = 0; question < 2; question++) {
      const { id } = questionOf(await harness.log('run-1'))
      await harness.agent.answer({ interaction_id: id }, yes, scope)
    }
    const whole = await harness.log('run-1')
    expect(finishOf(whole).reason).toBe('answer')
    await harness.close()
    for (const { seq } of whole.slice(0, -1)) {
      await open()
      await harness.start('Go.', sameStreamClient)
      for await (const event of (await harness.agent.attach('run-1', 0, { scope })) ?? []) {
        if (event.seq >= seq || (event.type === 'finish' && event.reason !== 'paused')) break
        if (event.type === 'finish') {
          const [pending] = (await harness.agent.thread('thread-1', scope))?.pending ?? []
          if (pending) await harness.agent.answer({ interaction_id: pending.id }, yes, scope)
        }
      }
      await harness.agent.cancel('run-1', scope)
      const events = await harness.log('run-1')
      expect([seq, finishOf(events).reason]).toEqual([seq, expect.stringMatching(/^(cancelled|answer)$/)])
      expect((await harness.agent.thread('thread-1', scope))?.pending).toEqual([])
      expect((await harness.ports.storage.load(scope, 'run-1'))?.finished).toBe(true)
      await harness.close()
    }
    await open()
  }, 60_000)

  it('and an answer at the same time: one of them wins, and nothing is left open', async () => {
    for (let round = 0; round < 30; round++) {
      await open()
      await harness.start('Go.', round % 2 === 0 ? sameStreamClient : {})
      const { id } = questionOf(await harness.log('run-1'))
      const [given, cancelled] = await Promise.all([harness.agent.answer({ interaction_id: id }, yes, scope), harness.agent.cancel('run-1', scope)])
      const run_id = 'run_id' in given ? given.run_id : 'run-1'
      // A cancellation that arrives first ends the run. One that arrives second stops the continued run, or is too late for it.
      const { reason } = finishOf(await harness.log(run_id))
      expect([round, given.status, cancelled, reason]).toEqual([round, expect.stringMatching(/^(accepted|gone)$/), true, 'cancelled'])
      expect((await harness.ports.pending.get(scope, id))?.state).not.toBe('open')
      await harness.close()
    }
    await open()
  }, 60_000)

  it('of a run that continued under another id stops it there', async () => {
    await open()
    const { id } = questionOf(await harness.run('Go.'))
    const given = await harness.agent.answer({ interaction_id: id }, yes, scope)
    const run_id = 'run_id' in given ? given.run_id : ''
    const second = questionOf(await harness.log(run_id))
    expect(await harness.agent.cancel('run-1', { owner: { id: 'eve' } })).toBe(false)
    expect(await harness.agent.cancel('run-1', scope)).toBe(true)
    expect(finishOf(await harness.log(run_id)).reason).toBe('cancelled')
    expect(await harness.agent.answer({ interaction_id: second.id }, yes, scope)).toEqual({ status: 'gone' })
  })
})

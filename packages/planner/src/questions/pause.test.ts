import type { PlannerEvent } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const confirm = (message = 'Delete it?') => call('ui_confirm', { message })
const form = call('ui_form', { title: 'Trip', fields: [{ name: 'city', type: 'text', required: true }] })
const choice = call('ui_select_option', {
  options: [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
})
const createOpenHarness = async (replies: string[], more: Partial<HarnessOptions> = {}) => {
  harness = await createHarness({ stories: [script(...replies)], richOutput: { enabled: true }, ...more })
  return harness
}
const types = (events: readonly PlannerEvent[]) => events.map(({ type }) => type)
const observed = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content
const sameStreamClient = { client: { pf: { tool_results: true } } }

describe('a question of the model', () => {
  it('[003-int-02] is stored with its owner, its end and the schema of its answer in the commit that announces it, and ends the segment', async () => {
    await createOpenHarness([confirm()])
    const events = await harness.run('Clean up.')
    const question = questionOf(events)
    expect(question).toMatchObject({
      tool_call_id: 'tc:run-1:1',
      component: 'confirm',
      message_id: 't:run-1',
      props: { message: 'Delete it?', variant: 'info' },
    })
    expect(question.result_schema).toMatchObject({ properties: { confirmed: { type: 'boolean' } } })
    expect(question.deadline).toBeGreaterThan(Date.now() + 86_000_000)
    expect(types(events).slice(-4)).toEqual(['tool_call_end', 'step_complete', 'pause', 'finish'])
    expect(ofType(events, 'tool_call_start')).toMatchObject([{ name: 'ui_confirm', interactive: true, owner: 'server' }])
    expect(ofType(events, 'step_complete')).toMatchObject([{ status: 'paused', node: 'ui_confirm' }])
    expect(finishOf(events)).toMatchObject({ reason: 'paused', payload: { route: 'paused' } })
    expect(await harness.ports.pending.get(scope, question.id)).toMatchObject({ ...question, state: 'open', run_id: 'run-1', thread_id: 'thread-1' })
    expect(await harness.ports.pending.get({ owner: { id: 'eve' } }, question.id)).toBeUndefined()
    expect(await harness.agent.thread('thread-1', scope)).toMatchObject({ pending: [{ id: question.id, component: 'confirm' }], last_run_id: 'run-1' })
    expect(harness.server.requests).toHaveLength(1)
  })

  it('[003-ph-04] is answered over its own route, and the model continues with the answer as the result of its call', async () => {
    await createOpenHarness([form, answer('Booked.')])
    const { id } = questionOf(await harness.run('Book a trip.'))
    const given = await harness.agent.answer({ interaction_id: id }, { result: { city: 'Oslo' } }, scope)
    expect(given.status).toBe('accepted')
    const events = await harness.log('run_id' in given ? given.run_id : '')
    expect(types(events).slice(0, 4)).toEqual(['run_start', 'resume', 'tool_call_result', 'step_start'])
    expect(events[0]).toMatchObject({ parent_run_id: 'run-1', message_id: 't:run-1' })
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ tool_call_id: 'tc:run-1:1', status: 'ok', content: '{"city":"Oslo"}' }])
    expect(ofType(events, 'step_start')).toMatchObject([{ step: 2 }])
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Booked.' } })
    expect(observed()).toEqual({ city: 'Oslo' })
    expect(await harness.agent.thread('thread-1', scope)).toMatchObject({
      messages: [
        { role: 'user', content: 'Book a trip.' },
        { role: 'assistant', content: 'Booked.' },
      ],
      pending: [],
    })
  })

  it('can be asked three times in a row, in one log for a client that keeps its stream', async () => {
    await createOpenHarness([confirm(), form, choice, answer('All done.')])
    await harness.start('Go.', sameStreamClient)
    const answers = [{ confirmed: true }, { city: 'Oslo' }, { selected: ['b'] }]
    for (const [index, result] of answers.entries()) {
      const question = questionOf(await harness.log('run-1'))
      expect(question.tool_call_id).toBe(`tc:run-1:${index + 1}`)
      const ref = { thread_id: 'thread-1', run_id: 'run-1', tool_call_id: question.tool_call_id }
      expect(await harness.agent.answer(ref, { result }, scope)).toEqual({ status: 'accepted', run_id: 'run-1' })
    }
    const events = await harness.log('run-1')
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'All done.' } })
    expect(ofType(events, 'run_start')).toHaveLength(4)
    expect(ofType(events, 'finish').map(({ reason }) => reason)).toEqual(['paused', 'paused', 'paused', 'answer'])
    expect(harness.server.requests.at(-1)?.conversation?.toolResults.map(({ content }) => content)).toEqual(answers)
  })

  it('that does not fit its component goes back to the model with the issues, and nobody is asked', async () => {
    await createOpenHarness([call('ui_form', { fields: [{ name: 'a', type: 'colour' }] }), answer('Never mind.')])
    const events = await harness.run('Ask.')
    expect(ofType(events, 'artifact_rejected')).toHaveLength(1)
    expect(ofType(events, 'pause')).toEqual([])
    expect(observed()).toMatchObject({ ok: false, issues: [{ pointer: '/fields/0/type' }] })
    expect(finishOf(events).reason).toBe('answer')
  })

  it('is refused through render_component and inside a layout, with the name of its tool', async () => {
    await createOpenHarness([call('render_component', { component: 'confirm', props: { message: 'x' } }), answer('No.')])
    expect(ofType(await harness.run('Ask.'), 'pause')).toEqual([])
    expect(JSON.stringify(observed())).toContain('ui_confirm')
  })

  it('carries data by reference into what is shown', async () => {
    const rows = {
      name: 'rows',
      description: 'Rows.',
      input: { type: 'object' },
      output: { type: 'object', properties: { list: { artifact: true } } },
      run: () => ({ list: [1, 2] }),
    }
    await createOpenHarness([call('rows'), confirm(), call('list_artifacts'), answer('ok')], { tools: [rows] })
    const { id } = questionOf(await harness.run('Ask.'))
    const given = await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)
    const events = await harness.log('run_id' in given ? given.run_id : '')
    expect(observed()).toMatchObject({ artifacts: [{ ref: 'rows.list' }] })
    expect(finishOf(events).payload.artifacts).toEqual({ rows: { list: [1, 2] } })
  })
})

describe('an answer', () => {
  const paused = async (more: Partial<HarnessOptions> = {}) => {
    await createOpenHarness([confirm(), answer('Done.')], more)
    return questionOf(await harness.run('Go.')).id
  }

  it('that is unknown, foreign or invalid changes nothing, and the right one still counts', async () => {
    const id = await paused()
    const ask = (ref: object, envelope: object, owner = 'ada') => harness.agent.answer(ref as never, envelope as never, { owner: { id: owner } })
    expect(await ask({ interaction_id: 'nope' }, { result: { confirmed: true } })).toEqual({ status: 'unknown' })
    expect(await ask({ interaction_id: id }, { result: { confirmed: true } }, 'eve')).toEqual({ status: 'unknown' })
    expect(await ask({ thread_id: 'thread-1', run_id: 'other', tool_call_id: 'tc:run-1:1' }, { result: { confirmed: true } })).toEqual({ status: 'unknown' })
    for (const envelope of [
      {},
      { result: undefined },
      { cancelled: false },
      null,
      'yes',
      { result: 'yes' },
      { result: { confirmed: 'yes' } },
      { result: { confirmed: true, more: 1 } },
    ])
      expect(await ask({ interaction_id: id }, envelope as object)).toMatchObject({ status: 'invalid', issues: [{ code: expect.any(String) }] })
    expect(await harness.ports.pending.get(scope, id)).toMatchObject({ state: 'open' })
    expect(await ask({ interaction_id: id }, { result: { approved: true } })).toMatchObject({ status: 'accepted' })
  })

  it('again is attached to the run that it started; another one is a conflict', async () => {
    const id = await paused()
    const first = await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)
    const run_id = 'run_id' in first ? first.run_id : ''
    expect(await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)).toEqual({ status: 'repeated', run_id })
    expect(await harness.agent.answer({ interaction_id: id }, { result: { confirmed: false } }, scope)).toMatchObject({
      status: 'conflict',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await harness.agent.answer({ interaction_id: id }, { cancelled: true }, scope)).toMatchObject({ status: 'conflict' })
    await harness.log(run_id)
    expect(await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)).toEqual({ status: 'repeated', run_id })
  })

  it('of many at once continues with the run exactly once', async () => {
    const id = await paused()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => harness.agent.answer({ interaction_id: id }, { result: { confirmed: index % 2 === 0 } }, scope)),
    )
    expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(9)
    expect(new Set(results.flatMap((result) => ('run_id' in result ? [result.run_id] : []))).size).toBe(1)
    const accepted = results.find(({ status }) => status === 'accepted')
    await harness.log(accepted && 'run_id' in accepted ? accepted.run_id : '')
    expect(harness.server.requests).toHaveLength(2)
  })

  it('[003-int-09] that cancels is reported to the model as a cancellation', async () => {
    const id = await paused()
    const given = await harness.agent.answer({ interaction_id: id }, { cancelled: true }, scope)
    const events = await harness.log('run_id' in given ? given.run_id : '')
    expect(ofType(events, 'resume')).toMatchObject([{ interaction_id: id, status: 'cancelled' }])
    expect(observed()).toEqual({ status: 'cancelled' })
    expect(await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)).toEqual({ status: 'gone' })
  })

  it('with keys of its own making stays data: __proto__ and constructor reach nothing', async () => {
    const id = await paused()
    const hostile = JSON.parse('{"__proto__": {"confirmed": true}}') as never
    expect(await harness.agent.answer({ interaction_id: id }, { result: hostile }, scope)).toMatchObject({ status: 'invalid' })
  })
})

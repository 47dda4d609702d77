import type { PlannerEvent } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

let ran = 0
const work = { name: 'work', description: 'Works.', input: { type: 'object' }, run: () => ++ran }
const once = { ...work, name: 'once', idempotent: false }

async function runReplies(replies: string[], more: Partial<HarnessOptions> = {}): Promise<PlannerEvent[]> {
  ran = 0
  harness = await createHarness({ stories: [script(...replies)], tools: [work, once], richOutput: { enabled: true }, ...more })
  return harness.run('Go.')
}

const render = (component: string, more: Record<string, unknown> = {}) => call('render_component', { component, props: { label: 'People', value: 1 }, ...more })
const plan = (node: string) => call('plan', { steps: [{ node, args: {} }] })

describe('a model that does the same for ever', () => {
  it.each([
    ['renders one component', render('metric')],
    ['renders one that is refused', render('nothing')],
    ['searches', call('search_components', { query: 'chart' })],
    ['describes', call('describe_component', { name: 'metric' })],
    ['lists', call('list_artifacts')],
    ['plans', plan('work')],
    ['plans nothing', call('plan', { steps: [] })],
    ['patches what is not there', call('update_component', { id: 'x', patch: [{ op: 'remove', path: '/a' }] })],
    ['calls', call('work')],
  ])('and %s ends with a question to the user, well before its last step', async (_name, reply) => {
    const events = await runReplies(Array.from({ length: 12 }, () => reply))
    expect(finishOf(events)).toMatchObject({ reason: 'no_path', payload: { requires_followup: true } })
    expect(ofType(events, 'step_start').filter(({ branch }) => branch === undefined).length).toBeLessThan(8)
  })

  it('with other metadata each time is noticed all the same', async () => {
    const events = await runReplies(Array.from({ length: 12 }, (_, n) => render('metric', { metadata: { n } })))
    expect(finishOf(events)).toMatchObject({ reason: 'no_path' })
    expect(ofType(events, 'artifact_chunk')).toHaveLength(1)
  })
})

it('a model that finds back in time is not stopped', async () => {
  const twice = [render('metric'), render('metric'), render('metric'), call('work')]
  const events = await runReplies([...twice, ...twice, answer('done')])
  expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  expect(ofType(events, 'repair').map(({ kind, attempt }) => [kind, attempt])).toEqual([1, 2, 1, 2].map((attempt) => ['repeated_call', attempt]))
})

it('the same plan runs twice in a row, and once when a tool of it must not run twice', async () => {
  await runReplies([plan('work'), plan('work'), plan('work'), answer('done')])
  expect(ran).toBe(2)
  expect(JSON.stringify(harness.server.requests[2]?.body)).toContain('You made this call in step 1')
  await harness.close()
  await runReplies([plan('once'), plan('once'), answer('done')])
  expect(ran).toBe(1)
})

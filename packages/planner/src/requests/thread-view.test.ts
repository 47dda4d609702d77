import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, type Harness, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const user = (id: string, content: string) => ({ id, role: 'user', content }) as const
const shown = async () => (await harness.agent.thread('thread-1', scope))?.messages ?? []
const lines = async () => (await shown()).map(({ role, content }) => `${role}: ${content}`)

describe('a thread after a reload', () => {
  it('keeps a question whose id was used in another run, the same words included', async () => {
    harness = await createHarness({ stories: [script(answer('Hello'))] })
    for (const [index, question] of ['A?', 'B?', 'B?'].entries()) await harness.run('', { run_id: `run-${index}`, messages: [user('1', question)] })
    expect(await lines()).toEqual(['user: A?', 'assistant: Hello', 'user: B?', 'assistant: Hello', 'user: B?', 'assistant: Hello'])
    expect(new Set((await shown()).map(({ id }) => id)).size).toBe(6)
  })

  it('tells the ids of a client from those of turns, before and after them', async () => {
    harness = await createHarness({ stories: [script(answer('Hello'))] })
    await harness.run('', { run_id: 'a', messages: [user('t:a', 'first')] })
    await harness.run('', { run_id: 'b', messages: [user('t:a', 'second')] })
    await harness.run('', { run_id: 'c', messages: [user('u:b:t:a', 'third')] })
    await harness.run('', { run_id: 'd', messages: [user('t:e', 'fourth')] })
    await harness.run('', { run_id: 'e', messages: [user('x', 'fifth')] })
    const messages = await shown()
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
    expect(messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)).toEqual(['t:a', 't:b', 't:c', 't:d', 't:e'])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(10)
    expect(messages.at(-2)?.id).toBe('x')
  })

  it('shows a question once when a run continues behind its answer', async () => {
    harness = await createHarness({ stories: [script(answer('Hello'))] })
    await harness.run('', { run_id: 'a', messages: [user('u1', 'first')] })
    await harness.run('', { run_id: 'b', messages: [user('u1', 'first'), { id: 'm', role: 'assistant', content: 'Hello' }] })
    expect(await lines()).toEqual(['user: first', 'assistant: Hello', 'assistant: Hello'])
  })

  it('shows the question of a conversation that began elsewhere', async () => {
    harness = await createHarness({ stories: [script(answer('Hello'))] })
    await harness.run('', { run_id: 'a', messages: [user('u1', 'first'), { id: 'm', role: 'assistant', content: 'Hi' }] })
    expect(await lines()).toEqual(['user: first', 'assistant: Hello'])
  })
})

import type { PlannerEvent } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, finishOf, type Harness, type HarnessOptions, ofType } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const native = { name: 'native', match: () => true, reply: () => ({ reasoning: 'First I think.', content: answer('Said.') }) }
const written = (content: string) => ({ name: 'written', match: () => true, reply: () => ({ content }) })

async function runStory(story: NonNullable<HarnessOptions['stories']>[number], more: Partial<HarnessOptions> = {}) {
  harness = await createHarness({ stories: [story], reasoning: 'stream', ...more })
  return harness.run('Well?')
}

function thinking(events: readonly PlannerEvent[]): string {
  return ofType(events, 'llm_stream_chunk')
    .filter(({ channel }) => channel === 'thinking')
    .map(({ text }) => text)
    .join('')
}

describe('reasoning', () => {
  it('[004-reas-01] [004-evt-04] of the provider goes to the thinking channel, never into the answer', async () => {
    const events = await runStory(native)
    expect(thinking(events)).toBe('First I think.')
    expect(finishOf(events).payload.raw_answer).toBe('Said.')
    expect(ofType(events, 'llm_stream_chunk').filter(({ channel, done }) => channel === 'thinking' && done)).toHaveLength(1)
  })

  it('[004-reas-08] comes with each result of a model, with the count of its tokens', async () => {
    const results: { text: string; reasoning?: string; usage?: { reasoning?: number } }[] = []
    await runStory(native, { hooks: { onModelResponse: (result) => results.push(result) } })
    expect(results).toMatchObject([{ text: answer('Said.'), reasoning: 'First I think.', usage: { reasoning: expect.any(Number) } }])
    expect(results[0]?.usage?.reasoning).toBeGreaterThan(0)
  })

  it.each(['reasoning-field', 'reasoning-late'] as const)('is read and closed in the mode %s', async (mode) => {
    harness = await createHarness({ stories: [native], reasoning: 'stream' })
    harness.server.mode(mode)
    expect(finishOf(await harness.run('Well?'))).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Said.' } })
  })

  it.each([
    ['<think> tags', `<think>Tagged.</think>${answer('Said.')}`, 'Tagged.'],
    ['[004-reas-03] prose before a fenced block', `Let me see.\n\n\`\`\`json\n${answer('Said.')}\n\`\`\``, 'Let me see.'],
    ['the thought of the five-field form', '{"thought":"Old style.","next_node":null,"args":{"raw_answer":"Said."}}', 'Old style.'],
  ])('is found in %s when there is no other', async (_name, content, thought) => {
    const events = await runStory(written(content))
    expect(thinking(events).trim()).toBe(thought)
    expect(finishOf(events).payload.raw_answer).toBe('Said.')
  })

  it('is shown once when a model writes both', async () => {
    const both = { name: 'both', match: () => true, reply: () => ({ reasoning: 'Native.', content: `<think>Tagged.</think>${answer('Said.')}` }) }
    expect(thinking(await runStory(both))).toBe('Native.')
  })

  it('hidden by default: no event holds it', async () => {
    expect(JSON.stringify(await runStory(native, { reasoning: 'hide' }))).not.toContain('First I think')
  })

  it('[004-reas-04] of the provider is not read when switched off', async () => {
    expect(thinking(await runStory(native, { useNativeReasoning: false }))).toBe('')
  })

  it('[004-reas-02] alone, without an action, is not taken for one', async () => {
    harness = await createHarness({ stories: [native], reasoning: 'stream' })
    harness.server.mode('reasoning-only', { times: 1 })
    expect(finishOf(await harness.run('Well?'))).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Said.' } })
  })

  it('effort is asked for', async () => {
    await runStory(native, { reasoningEffort: 'low' })
    expect(harness.server.requests[0]?.body).toMatchObject({ reasoning_effort: 'low' })
  })

  it('an action drafted inside it is never run', async () => {
    const events = await runStory(written(`<think>${JSON.stringify({ next_node: 'final_response', args: { answer: 'Draft.' } })}</think>${answer('Said.')}`))
    expect(finishOf(events).payload.raw_answer).toBe('Said.')
  })
})

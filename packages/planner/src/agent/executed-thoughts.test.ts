import type { PlannerEvent, ToolDefinition } from '@pf/core'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, createHarness, finishOf, type Harness, type HarnessOptions, ofType } from '../test-support/harness.ts'
import { ambiguous, certain, doubtful, draft, final, reasoned } from './__fixtures__/considered-actions.ts'

let harness: Harness
afterEach(() => harness.close())

const paid: unknown[] = []
const pay = (more: Partial<Pick<ToolDefinition, 'idempotent' | 'sideEffects' | 'streamArgs'>>) =>
  defineTool({ name: 'pay', description: 'Pays.', input: z.object({ amount: z.number() }), run: (args) => paid.push(args) && { ok: true }, ...more })

const plain = { 'an unannotated tool': pay({ streamArgs: true }) }
const changing = {
  'a tool that must not run twice': pay({ idempotent: false }),
  'a tool that acts outside': pay({ sideEffects: 'external', streamArgs: true }),
}
const every = { ...plain, ...changing }

async function runWith(tool: ToolDefinition, text: string, more: Partial<HarnessOptions> = {}) {
  paid.length = 0
  let calls = 0
  const story: Story = { name: 'first', match: () => true, reply: () => ({ content: calls++ === 0 ? text : answer('later') }) }
  harness = await createHarness({ stories: [story], tools: [tool], ...more })
  return harness.run('Go.')
}

/** The answer that clients show at the end of a log. */
function shownAnswer(events: readonly PlannerEvent[]): string {
  let shown = ''
  for (const event of events) {
    if (event.type === 'answer_reset') shown = ''
    if (event.type === 'llm_stream_chunk' && event.channel === 'answer') shown += event.text
  }
  return shown
}

/** Calls whose arguments were shown and that were not withdrawn. */
function shownCalls(events: readonly PlannerEvent[]): string[] {
  const withdrawn = ofType(events, 'tool_call_result').filter(({ code }) => code === 'withdrawn')
  return ofType(events, 'tool_call_start').flatMap(({ tool_call_id, name }) => (withdrawn.some((result) => result.tool_call_id === tool_call_id) ? [] : [name]))
}

describe.each(Object.entries(every))('an action that was only considered, for %s', (_name, tool) => {
  it.each(reasoned)('is not run inside reasoning, and the action behind it counts: %j', async (text) => {
    const events = await runWith(tool, text)
    expect([paid, finishOf(events).payload.raw_answer, ofType(events, 'repair')]).toEqual([[], 'No payment is needed.', []])
    expect([shownAnswer(events), shownCalls(events)]).toEqual(['No payment is needed.', []])
  })

  it.each(ambiguous)('is not run where it cannot be distinguished from the action: %j', async (text) => {
    const events = await runWith(tool, text)
    expect([paid, finishOf(events).payload.raw_answer]).toEqual([[], 'later'])
    expect(ofType(events, 'repair')).toHaveLength(1)
    expect([shownAnswer(events), shownCalls(events)]).toEqual(['later', []])
    expect(harness.server.requests).toHaveLength(2)
  })
})

describe.each(Object.entries(changing))('an action in a doubtful text, for %s', (_name, tool) => {
  it.each(doubtful)('is asked for again: %j', async (text) => {
    const events = await runWith(tool, text)
    expect([paid, finishOf(events).payload.raw_answer]).toEqual([[], 'later'])
    expect(JSON.stringify(harness.server.requests[1]?.body)).toContain('(ambiguous_action)')
    expect(shownCalls(events)).toEqual([])
  })
})

describe.each(Object.entries(plain))('an action in a doubtful text, for %s', (_name, tool) => {
  it.each(doubtful)('runs: %j', async (text) => {
    const events = await runWith(tool, text)
    expect([paid, ofType(events, 'repair')]).toEqual([[{ amount: 900 }], []])
  })
})

describe.each(Object.entries(every))('a correct output, for %s', (_name, tool) => {
  it.each(certain)('runs once, at the first attempt: %j', async (text) => {
    const events = await runWith(tool, text)
    expect([paid, ofType(events, 'repair')]).toEqual([[{ amount: 900 }], []])
    expect([harness.server.requests.length, finishOf(events).payload.raw_answer]).toEqual([2, 'later'])
  })
})

describe('an action of several calls', () => {
  const plan = '{"next_node":"plan","args":{"steps":[{"node":"look","args":{}},{"node":"pay","args":{"amount":900}}]}}'
  const look = defineTool({ name: 'look', description: 'Looks.', input: z.object({}), run: () => ({ ok: true }) })

  it('has side effects when one of its calls has', async () => {
    for (const text of [`${plan}\n\nThis looks first.`, `I will now run ${plan}`, `${plan}\n${final}`]) {
      await runWith(pay({ idempotent: false }), text, { tools: [look, pay({ idempotent: false })] })
      expect([text, paid]).toEqual([text, []])
      await harness.close()
      await runWith(pay({}), text, { tools: [look, pay({})] })
      expect([text, paid]).toEqual([text, [{ amount: 900 }]])
      await harness.close()
    }
    await runWith(pay({}), `Maybe ${plan}? No.\n${final}`, { tools: [look, pay({})] })
    expect(paid).toEqual([])
  })

  it('is not reported as several when it only repeats itself', async () => {
    await runWith(pay({}), `${draft}\n${draft}`)
    expect(JSON.stringify(harness.server.requests[1]?.body)).not.toContain('not run')
  })
})

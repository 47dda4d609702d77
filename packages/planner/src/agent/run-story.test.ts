import type { ToolContext } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, ofType, script } from '../test-support/harness.ts'
import { defineTool } from '../tools/define-tool.ts'

let harness: Harness
afterEach(() => harness.close())

const weather = defineTool({
  name: 'weather',
  description: 'Weather of a city.',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  run: ({ city }, { progress }: ToolContext) => {
    progress({ fraction: 0.5, text: 'asking' })
    return { city, degrees: 21 }
  },
})

describe('a run', () => {
  it('calls a tool, shows its result to the model and streams the answer', async () => {
    harness = await createHarness({ stories: [script(call('weather', { city: 'Oslo' }), answer('It is 21 degrees in Oslo.'))], tools: [weather] })
    const events = await harness.run('How warm is it in Oslo?')
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run_start', 'tool_call_start', 'tool_call_result', 'llm_stream_chunk', 'finish']))
    expect(ofType(events, 'tool_call_result')[0]).toMatchObject({ status: 'ok', content: '{"city":"Oslo","degrees":21}' })
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'It is 21 degrees in Oslo.', route: null } })
    const second = harness.server.requests[1]?.conversation
    expect(second?.toolResults).toEqual([{ name: 'weather', tool_call_id: 'tc:run-1:1', content: { city: 'Oslo', degrees: 21 } }])
  })
})

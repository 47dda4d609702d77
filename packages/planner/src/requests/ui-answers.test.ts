import type { JsonObject } from '@pf/core'
import { afterEach, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const questions: [string, JsonObject, JsonObject][] = [
  ['ui_form', { fields: [{ name: 'city', type: 'text' }] }, { city: 'Oslo' }],
  ['ui_confirm', { message: 'Send it?' }, { confirmed: true }],
  ['ui_select_option', { options: [{ value: 'a', label: 'A' }] }, { selected: ['a'] }],
]

it.each(questions)('[003-meta-05] %s ends with the answer of the user as the result of its call', async (tool, props, result) => {
  harness = await createHarness({ stories: [script(call(tool, props), answer('done'))], richOutput: { enabled: true } })
  const { id, tool_call_id } = questionOf(await harness.run('Ask me.'))
  const accepted = await harness.agent.answer({ interaction_id: id }, { result }, scope)
  if (accepted.status !== 'accepted') throw new Error(accepted.status)
  const events = await harness.log(accepted.run_id)
  expect(ofType(events, 'tool_call_result').map((event) => [event.tool_call_id, event.status, JSON.parse(event.content)])).toEqual([
    [tool_call_id, 'ok', result],
  ])
  expect(harness.server.requests.at(-1)?.conversation?.toolResults).toMatchObject([{ tool_call_id, name: tool, content: result }])
  expect(finishOf(events).payload.raw_answer).toBe('done')
})

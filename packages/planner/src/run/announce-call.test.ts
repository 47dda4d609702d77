import { expect, it } from 'vitest'
import type { EventDraft } from '../log/open-items.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { announceUnconditionally, announceUnlessChecked } from './announce-call.ts'
import type { Run } from './run.ts'

/** Returns the events that announce a call of a tool, for an agent whose hook checks the tools in `checked`. */
function announced(tool: object, { announce = announceUnlessChecked, checked = [] as string[] } = {}): EventDraft[] {
  const events: EventDraft[] = []
  const hook = { run: () => undefined, guard: false, timeoutMs: 1, tools: new Set(checked) }
  const run = { agent: { answerChecks: [], checks: { beforeTool: hook } }, emit: (event: EventDraft) => events.push(event) } as unknown as Run
  announce(run, { name: 'find', work: { kind: 'server' }, ...tool } as unknown as AgentTool, { step: 2, tool_call_id: 'c', args: { n: 1 } })
  return events
}

const whole = (interactive: boolean) => [
  { type: 'tool_call_start', step: 2, tool_call_id: 'c', name: 'find', interactive, owner: 'server' },
  { type: 'tool_call_args', step: 2, tool_call_id: 'c', delta: '{"n":1}' },
  { type: 'tool_call_end', step: 2, tool_call_id: 'c' },
]

it('a final call is announced with its arguments, and whether it asks the user', () => {
  expect(announced({})).toEqual(whole(false))
  expect(announced({ interactive: true })).toEqual(whole(true))
})

it('a call that a hook checks waits for the verdict', () => {
  expect(announced({}, { checked: ['find'] })).toEqual([])
  expect(announced({}, { checked: ['find'], announce: announceUnconditionally })).toEqual(whole(false))
  expect(announced({}, { checked: ['other'] })).toEqual(whole(false))
})

it('a call of the front end is announced elsewhere, once it is valid', () => {
  for (const announce of [announceUnlessChecked, announceUnconditionally]) expect(announced({ work: { kind: 'client' } }, { announce })).toEqual([])
})

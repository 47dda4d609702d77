import type { CommitInput } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

it('a segment begins, and a question is asked, in one commit each: whoever finds the log finds the state and the question', async () => {
  const ports = createMemoryStore()
  const commits: CommitInput[] = []
  const commit = ports.storage.commit.bind(ports.storage)
  ports.storage.commit = (owner, input) => {
    commits.push(input)
    return commit(owner, input)
  }
  harness = await createHarness({
    stories: [script(call('ui_confirm', { message: 'Sure?' }), call('ui_confirm', { message: 'Really?' }), answer('ok'))],
    ports,
    richOutput: { enabled: true },
  })
  const messages = [
    { id: 'u1', role: 'user' as const, content: 'Go.' },
    { id: 'a1', role: 'assistant' as const, content: 'Hm.' },
  ]
  let run_id = 'run-1'
  await harness.start('Go.', { messages })
  for (let question = 0; question < 2; question++) {
    const { id } = questionOf(await harness.log(run_id))
    const given = await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)
    run_id = 'run_id' in given ? given.run_id : ''
  }
  const log = await harness.log(run_id)
  expect([finishOf(log).reason, log.every(({ parent_run_id }) => parent_run_id !== undefined)]).toEqual(['answer', run_id !== 'run-1'])
  const added = commits.flatMap(({ thread = [], artifacts = [] }) => [...thread, ...artifacts])
  expect(added.map((entry) => ('role' in entry ? entry.role : entry))).toEqual(['user', 'user', 'tool', 'user', 'tool', 'assistant'])
  const types = ({ events }: CommitInput) => events.map(({ type }) => type)
  const begins = commits.filter((each) => types(each).includes('run_start'))
  expect(begins).toHaveLength(3)
  for (const each of begins) expect([each.state?.value, each.thread?.length]).toEqual([expect.objectContaining({ status: 'running' }), expect.any(Number)])
  expect(begins.slice(1).map(types)).toEqual([
    ['run_start', 'resume', 'tool_call_result'],
    ['run_start', 'resume', 'tool_call_result'],
  ])
  const pauses = commits.filter((each) => types(each).includes('pause'))
  expect(pauses).toHaveLength(2)
  for (const each of pauses) {
    expect(types(each).slice(-2)).toEqual(['pause', 'finish'])
    expect(each).toMatchObject({ pending: [{ state: 'open' }], state: { value: { status: 'paused' } } })
  }
})

import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, script } from '../test-support/harness.ts'
import { readTask } from './read-task.ts'

let harness: Harness
afterEach(() => harness.close())

const add = {
  name: 'add',
  description: 'Adds.',
  input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
  run: () => 1,
}

async function runReplies(replies: string[], more: Partial<HarnessOptions> = {}) {
  harness = await createHarness({ stories: [script(...replies, answer('done'))], tools: [add], ...more })
  return harness.run('Do it later.')
}
const seen = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)
const system = () => harness.server.requests[0]?.conversation?.system
const report = { name: 'Report', mode: 'SUBAGENT', query: 'Write the report.' }

describe('[004-task-05] a task where background tasks are not configured', () => {
  it('is not taught, is answered with an error the model can use, and the run continues', async () => {
    const events = await runReplies([call('task', report)])
    expect(system()).not.toContain('"task"')
    expect(seen()?.content).toMatchObject({ error: { code: 'task_unavailable' } })
    expect(ofType(events, 'task_start')).toEqual([])
    expect(finishOf(events).payload.raw_answer).toBe('done')
  })
})

describe('arguments of a task', () => {
  it.each([
    ['mode', 'cron'],
    ['merge_strategy', 'OVERWRITE'],
    ['group', {}],
    ['group_id', 'x'.repeat(300)],
    ['group_sealed', 'yes'],
    ['group_report', 'some'],
    ['retain_turn', 1],
  ])('with a wrong %s are refused by their place', (key, value) => {
    expect(readTask({ ...report, [key]: value }, { jobs: new Map(), time_zone: 'UTC', now: 0 })).toMatchObject({ ok: false, issues: [{ pointer: `/${key}` }] })
  })
})

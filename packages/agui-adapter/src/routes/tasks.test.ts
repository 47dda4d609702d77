import type { TaskGroupView, TaskPort, TaskView } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { answer } from '../test-support/streams.ts'

const open: PfServer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const shared = { group_id: 'g', thread_id: 't', run_id: 'r', merge_strategy: 'HUMAN_GATED', created: 1, changed: 1 } as const
const work = { name: 'count', mode: 'job', priority: 0, attempts: 1, max_attempts: 1 } as const
const task = (task_id: string, status: TaskView['status']): TaskView => ({ ...shared, ...work, task_id, status })

/** Creates the tasks of user `u`: one waits, one has ended. */
function createTasks(): TaskPort {
  const tasks = new Map([task('waits', 'paused'), task('over', 'done')].map((one) => [one.task_id, one]))
  const group = (): TaskGroupView => ({ ...shared, name: 'all', alone: false, sealed: true, report: 'all', tasks: [...tasks.values()] })
  return {
    list: async (thread_id, { owner }) => (owner.id === 'u' && thread_id === 't' ? [...tasks.values()] : []),
    listGroups: async (_thread_id, { owner }) => (owner.id === 'u' ? [group()] : []),
    async decide(task_id, verb, { owner }) {
      const known = tasks.get(task_id)
      if (!known || owner.id !== 'u') return { status: 'unknown' }
      if (known.status !== 'paused') return { status: 'not_applicable', task: known }
      tasks.set(task_id, { ...known, status: verb === 'approve' ? 'running' : 'cancelled' })
      return { status: 'done', task: tasks.get(task_id) ?? known }
    },
    async decideGroup(group_id, verb, { owner }) {
      if (owner.id !== 'u') return { status: 'unknown' }
      if (group_id === 'of finance') {
        const waiting = { ...group(), approval: 'pending', approval_role: 'finance' } as const
        return { status: verb === 'approve' ? 'not_applicable' : 'done', group: waiting }
      }
      return group_id === 'g' ? { status: 'done', group: group() } : { status: 'unknown' }
    },
  }
}

describe('task routes', () => {
  it('list a thread, and decide once', async () => {
    const server = await createPfServer(answer, { tasks: createTasks(), authenticate: (request) => ({ id: request.headers.get('x-user') ?? 'u' }) })
    open.push(server)
    const get = async (path: string) => (await fetch(server.url + path)).json()
    const send = async (path: string, headers = {}) => {
      const response = await postTo(server.url, path, {}, headers)
      return [response.status, await response.json()]
    }
    expect((await get('/tasks?thread_id=t')).tasks).toHaveLength(2)
    expect(await get('/task-groups?thread_id=t')).toMatchObject({ groups: [{ group_id: 'g', tasks: [{}, {}] }] })
    expect(await get('/tasks')).toMatchObject({ code: 'invalid_input' })
    expect(await send('/tasks/waits/approve', { 'x-user': 'eve' })).toMatchObject([404, { code: 'not_found' }])
    expect(await send('/tasks/unknown/cancel')).toMatchObject([404, { code: 'not_found' }])
    expect(await send('/tasks/waits/approve')).toMatchObject([200, { task: { status: 'running' } }])
    expect(await send('/tasks/waits/reject')).toMatchObject([409, { code: 'conflict', task: { status: 'running' } }])
    expect(await send('/task-groups/g/cancel')).toMatchObject([200, { group: { group_id: 'g' } }])
    const refused = { code: 'conflict', error: 'Only people with the role "finance" can approve this.', group: { approval: 'pending' } }
    expect(await send('/task-groups/of%20finance/approve')).toMatchObject([409, refused])
    expect(await send('/task-groups/of%20finance/reject')).toMatchObject([200, {}])
    expect((await fetch(`${server.url}/tasks/waits/approve`, { method: 'POST' })).status).toBe(415)
    expect((await postTo(server.url, '/tasks/waits/pause', {})).status).toBe(404)
  })
})

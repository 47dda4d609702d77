import type { TaskClient, TaskGroupView, TaskView } from '@pf/core'
import { createSend, postJson, type RunClientOptions } from './options.ts'
import { readResult } from './response.ts'

/** Creates a client of pf's background task routes. */
export function createTaskClient(options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {}): TaskClient {
  const send = createSend(options)
  const post = (kind: 'tasks' | 'task-groups', id: string, verb: string) => send(`/${kind}/${encodeURIComponent(id)}/${verb}`, postJson({}))
  return {
    async listGroups(thread_id, { signal } = {}) {
      const request = send(`/task-groups?${new URLSearchParams({ thread_id })}`, signal ? { signal } : {})
      return (await readResult<{ groups: TaskGroupView[] }>(request, { groups: 'list' })).groups
    },
    decide: async (task_id, verb) => (await readResult<{ task: TaskView }>(post('tasks', task_id, verb), { task: 'object' })).task,
    decideGroup: async (group_id, verb) => (await readResult<{ group: TaskGroupView }>(post('task-groups', group_id, verb), { group: 'object' })).group,
  }
}

import type { FileClient, InboxClient, InboxItem, MessageFile, TaskClient, TaskGroupView, TaskView, ThreadClient, ThreadPage, ThreadRecord } from '@pf/core'
import { createSend, postJson, type RunClientOptions } from './options.ts'
import { postAnswer } from './post-answer.ts'
import { repeatWhenLimited } from './repeat-when-limited.ts'
import { readResult, undefinedIfNotFound } from './response.ts'

/** Creates a client of the inbox route. Its `read` throws PfError like the other clients. */
export function createInboxClient(options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {}): InboxClient {
  const sendOnce = createSend(options)
  const send = repeatWhenLimited(sendOnce)
  return {
    read: ({ version, signal } = {}) => {
      const query = version === undefined ? '' : `?${new URLSearchParams({ version })}`
      return readResult<{ version: string; items: InboxItem[] }>(send(`/inbox${query}`, signal ? { signal } : {}), { version: 'string', items: 'list' })
    },
    answer: (interaction_id, envelope) => postAnswer(sendOnce, { ref: { interaction_id }, envelope }),
  }
}

/** Creates a client of pf's background task routes. */
export function createTaskClient(
  options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {},
): TaskClient & Required<Pick<TaskClient, 'sendMessage'>> {
  const send = createSend(options)
  const post = (kind: 'tasks' | 'task-groups', id: string, verb: string) => send(`/${kind}/${encodeURIComponent(id)}/${verb}`, postJson({}))
  return {
    async listGroups(thread_id, { signal } = {}) {
      const request = send(`/task-groups?${new URLSearchParams({ thread_id })}`, signal ? { signal } : {})
      return (await readResult<{ groups: TaskGroupView[] }>(request, { groups: 'list' })).groups
    },
    decide: async (task_id, verb) => (await readResult<{ task: TaskView }>(post('tasks', task_id, verb), { task: 'object' })).task,
    sendMessage: async (task_id, message) =>
      void (await readResult(send(`/tasks/${encodeURIComponent(task_id)}/messages`, postJson(message)), { id: 'string' })),
    decideGroup: async (group_id, verb) => (await readResult<{ group: TaskGroupView }>(post('task-groups', group_id, verb), { group: 'object' })).group,
  }
}

/** Creates a client of the upload route for files of messages. The server limits the size of a file, by default to 5 MiB. */
export function createFileClient(options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {}): FileClient {
  const send = repeatWhenLimited(createSend(options))
  return {
    uploadFile(thread_id, file, { signal } = {}) {
      const body = new FormData()
      body.set('thread_id', thread_id)
      body.set('file', file)
      return readResult<MessageFile>(send('/artifacts', { method: 'POST', body, ...(signal ? { signal } : {}) }), {
        kind: 'string',
        media_type: 'string',
        artifact_id: 'string',
      })
    },
  }
}

const recordFields = { thread_id: 'string', created: 'number', updated: 'number' } as const

/** Creates a client of pf's thread list routes. */
export function createThreadClient(options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {}): ThreadClient {
  const send = createSend(options)
  const threadPath = (thread_id: string, verb: string) => `/agui/threads/${encodeURIComponent(thread_id)}/${verb}`
  return {
    list: ({ limit, cursor, search } = {}, { signal } = {}) => {
      const given = Object.entries({ limit, cursor, search }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
      const query = new URLSearchParams(given)
      return readResult<ThreadPage>(send(`/agui/threads?${query}`, signal ? { signal } : {}), { threads: 'list' })
    },
    rename: (thread_id, title) => readResult<ThreadRecord>(send(threadPath(thread_id, 'rename'), postJson({ title })), recordFields),
    delete: async (thread_id) =>
      (await undefinedIfNotFound(readResult(send(threadPath(thread_id, 'delete'), postJson({})), { thread_id: 'string' }))) !== undefined,
  }
}

import type { ThreadClient, ThreadPage, ThreadRecord } from '@pf/core'
import { createSend, postJson, type RunClientOptions } from './options.ts'
import { readResult, undefinedIfNotFound } from './response.ts'

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

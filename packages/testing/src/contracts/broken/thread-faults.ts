import type { ApprovalGrant, RunRecord, ThreadEntry } from '@pf/core'
import { type Faults, scoped, withoutTenant } from './faults.ts'

const byTime = (left: ThreadEntry, right: ThreadEntry) => left.ts - right.ts

/** Faults of `ThreadStore`. */
export const threadFaults: Faults = {
  'a limit keeps the oldest lines': ({ threads }) => ({
    threads: { ...threads, read: async (scope, id, limit) => (await threads.read(scope, id)).slice(0, limit) },
  }),
  'lines are ordered by their time': ({ threads }) => ({ threads: { ...threads, read: async (...args) => [...(await threads.read(...args))].sort(byTime) } }),
  'a retry adds the line again': ({ threads }) => {
    let count = 0
    const renamed = (entry: ThreadEntry): ThreadEntry => {
      count += 1
      return { ...entry, run_id: `${entry.run_id}#${count}` }
    }
    const append: typeof threads.append = (scope, id, entries) => threads.append(scope, id, entries.map(renamed))
    const read: typeof threads.read = async (...args) => (await threads.read(...args)).map((entry) => ({ ...entry, run_id: entry.run_id.replace(/#\d+$/, '') }))
    return { threads: { ...threads, append, read } }
  },
  'the list begins with the oldest thread': ({ threads }) => ({
    threads: {
      ...threads,
      list: async (...args) => {
        const page = await threads.list(...args)
        return { ...page, threads: page.threads.toReversed() }
      },
    },
  }),
  'a cursor is ignored': ({ threads }) => ({ threads: { ...threads, list: (scope, { cursor: _, ...query } = {}) => threads.list(scope, query) } }),
  'a page is not bounded': ({ threads }) => ({ threads: { ...threads, list: (scope, query) => threads.list(scope, { limit: 100, ...query }) } }),
  'search finds everything': ({ threads }) => ({ threads: { ...threads, list: (scope, { search: _, ...query } = {}) => threads.list(scope, query) } }),
  'search minds the case': ({ threads }) => ({
    threads: {
      ...threads,
      list: async (scope, query = {}) => {
        const page = await threads.list(scope, query)
        const texts = async (id: string) => (await threads.read(scope, id)).map(({ text }) => text).join(' ')
        const kept = await Promise.all(page.threads.map(async (record) => `${record.title} ${await texts(record.thread_id)}`.includes(query.search ?? '')))
        return { ...page, threads: page.threads.filter((_, index) => kept[index]) }
      },
    },
  }),
  'renaming moves a thread to the front': ({ threads }) => ({
    threads: {
      ...threads,
      rename: async (scope, id, title) => {
        await threads.append(scope, id, (await threads.read(scope, id)).slice(-1))
        return threads.rename(scope, id, title)
      },
    },
  }),
  'a thread is deleted under a run that is at work': ({ threads }) => ({
    threads: {
      ...threads,
      delete: async (scope, id) => {
        const deletion = await threads.delete(scope, id)
        return deletion.status === 'busy' ? { status: 'deleted', artifact_ids: [] } : deletion
      },
    },
  }),
  'a deletion keeps the questions': ({ threads, pending }) => {
    const kept = new Map<string, Awaited<ReturnType<typeof pending.list>>>()
    return {
      threads: {
        ...threads,
        delete: async (scope, id) => {
          kept.set(id, await pending.list(scope, id))
          return threads.delete(scope, id)
        },
      },
      pending: { ...pending, list: async (scope, id) => kept.get(id) ?? pending.list(scope, id) },
    }
  },
  'a deletion keeps the approvals of the thread': ({ threads, grants }) => {
    const kept = new Map<string, ApprovalGrant[]>()
    return {
      threads: {
        ...threads,
        delete: async (scope, id) => {
          kept.set(scope.owner.id, (await grants?.list(scope)) ?? [])
          return threads.delete(scope, id)
        },
      },
      ...(grants ? { grants: { ...grants, list: async (scope) => kept.get(scope.owner.id) ?? grants.list(scope) } } : {}),
    }
  },
  'a deletion keeps the runs of background tasks': ({ storage }) => {
    const kept = new Map<string, RunRecord>()
    const commit: typeof storage.commit = async (scope, input) => {
      const result = await storage.commit(scope, input)
      const record = await storage.load(scope, input.run.run_id)
      if (record?.thread_id.startsWith('task:')) kept.set(record.run_id, record)
      return result
    }
    return { storage: { ...storage, commit, load: async (scope, run_id) => (await storage.load(scope, run_id)) ?? kept.get(run_id) } }
  },
  'a deletion does not tell which artifacts it removed': ({ threads }) => ({
    threads: {
      ...threads,
      delete: async (scope, id) => {
        const deletion = await threads.delete(scope, id)
        return deletion.status === 'deleted' ? { ...deletion, artifact_ids: [] } : deletion
      },
    },
  }),
  'tenants are not looked at': ({ threads }) => ({ threads: scoped(threads, withoutTenant) }),
}

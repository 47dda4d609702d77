import type { Lease, StorePorts } from '@pf/core'
import { randomId } from '@pf/core/internal'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'
import { leaseFaults } from './lease-faults.ts'

/** Faults of `RunStore`. */
export const runStoreFaults: Faults = {
  ...leaseFaults,
  'no fencing: any lease writes as the newest one': ({ storage }) => {
    const newest = new Map<string, Lease>()
    const lease: StorePorts['storage']['lease'] = async (...args) => {
      const got = await storage.lease(...args)
      if (got.status === 'granted' && args[1].kind === 'run') newest.set(args[1].run_id, got.lease)
      return got
    }
    return { storage: { ...storage, lease, commit: (scope, input) => storage.commit(scope, { ...input, lease: newest.get(input.run.run_id) ?? input.lease }) } }
  },
  'not atomic: lines are written before the commit': ({ storage, threads }) => ({
    storage: {
      ...storage,
      async commit(scope, input) {
        await threads.append(scope, input.run.thread_id, input.thread ?? [])
        return storage.commit(scope, input)
      },
    },
  }),
  'the last writer wins: state versions are not compared': ({ storage }) => ({
    storage: {
      ...storage,
      async commit(scope, input) {
        const version = (await storage.load(scope, input.run.run_id))?.state_version ?? 0
        return storage.commit(scope, input.state ? { ...input, state: { ...input.state, expect_version: version } } : input)
      },
    },
  }),
  'appends are written wherever the log ends: expected numbers of events are not compared': ({ storage }) => ({
    storage: { ...storage, commit: (scope, { expect_seq: _, ...input }) => storage.commit(scope, input) },
  }),
  'events are sent with another seq than they have': ({ storage }) => ({
    storage: {
      ...storage,
      async commit(scope, input) {
        const result = await storage.commit(scope, input)
        return result.status === 'committed' ? { ...result, events: result.events.map((event) => ({ ...event, seq: event.seq - 1 })) } : result
      },
    },
  }),
  'keys of the state come back sorted': ({ storage }) => ({
    storage: {
      ...storage,
      async load(scope, run_id) {
        const record = await storage.load(scope, run_id)
        const { state } = record ?? {}
        return record && typeof state === 'object' && state !== null && !Array.isArray(state)
          ? { ...record, state: Object.fromEntries(Object.entries(state).sort()) }
          : record
      },
    },
  }),
  'a run never counts as finished': ({ storage }) => ({
    storage: {
      ...storage,
      async load(scope, run_id) {
        const record = await storage.load(scope, run_id)
        return record && { ...record, finished: false }
      },
    },
  }),
  'a request to cancel is stored and nobody is notified': ({ storage }) => ({ storage: { ...storage, onCancelRequest: () => () => undefined } }),
  'a request to cancel is sent and not stored': ({ storage }) => ({
    storage: {
      ...storage,
      async load(scope, run_id) {
        const record = await storage.load(scope, run_id)
        if (record) delete record.cancel_requested
        return record
      },
    },
  }),
  'a finished run accepts a request to cancel': ({ storage }) => ({
    storage: { ...storage, requestCancel: async (...args) => ((await storage.requestCancel(...args)) === 'unknown' ? 'unknown' : 'requested') },
  }),
  'a message is stored again': ({ storage }) => ({
    storage: {
      ...storage,
      addMessage: async (scope, run_id, message) => (await storage.addMessage?.(scope, run_id, { ...message, id: randomId() })) ?? 'unknown',
    },
  }),
  'messages are read from the first one': ({ storage }) => ({
    storage: { ...storage, messages: async (scope, run_id) => (await storage.messages?.(scope, run_id, 0)) ?? [] },
  }),
  'a finished run accepts a message': ({ storage }) => ({
    storage: {
      ...storage,
      addMessage: async (...args) => {
        const result = (await storage.addMessage?.(...args)) ?? 'unknown'
        return result === 'finished' ? 'accepted' : result
      },
    },
  }),
  'messages without end': ({ storage }) => ({
    storage: {
      ...storage,
      addMessage: async (...args) => {
        const result = (await storage.addMessage?.(...args)) ?? 'unknown'
        return result === 'full' ? 'accepted' : result
      },
    },
  }),
  'a listener is notified for ever': ({ storage }) => ({
    storage: {
      ...storage,
      onCancelRequest: (listener) => {
        storage.onCancelRequest(listener)
        return () => undefined
      },
    },
  }),
  'owners are not looked at': ({ storage }) => ({ storage: scoped(storage, () => nobody) }),
  'tenants are not looked at': ({ storage }) => ({ storage: scoped(storage, withoutTenant) }),
}

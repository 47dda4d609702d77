import type { InteractionRecord } from '@pf/core'
import { type Faults, nobody, scoped } from './faults.ts'

/** Faults of `InteractionStore`. */
export const interactionStoreFaults: Faults = {
  'answers are written without comparing': ({ pending }) => {
    const answers = new Map<string, InteractionRecord>()
    return {
      pending: {
        ...pending,
        async answer(scope, id, hash, value) {
          const record = await pending.get(scope, id)
          if (!record) return { status: 'unknown' }
          const answered: InteractionRecord = { ...record, state: 'answered', hash, value: 'result' in value ? value.result : null }
          answers.set(id, answered)
          return { status: 'accepted', record: answered }
        },
        get: async (scope, id) => answers.get(id) ?? pending.get(scope, id),
      },
    }
  },
  'deadlines are not looked at': ({ pending }) => ({
    pending: {
      ...pending,
      async get(scope, id) {
        const record = await pending.get(scope, id)
        return record?.state === 'expired' ? { ...record, state: 'open' } : record
      },
    },
  }),
  'closed questions are not listed': ({ pending }) => ({
    pending: { ...pending, list: async (...args) => (await pending.list(...args)).filter(({ state }) => state === 'open') },
  }),
  'owners are not looked at': (ports) => ({ storage: scoped(ports.storage, () => nobody), pending: scoped(ports.pending, () => nobody) }),
}

import type { AnswerOutcome, InteractionRecord, InteractionStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { isRecord } from '../json/records.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import type { OwnerSpaces } from './owner-spaces.ts'

type Answer = Parameters<InteractionStore['answer']>[3]

/** Questions in memory. A deadline needs no timer: an open question is expired for everyone who looks after it. */
export function createMemoryInteractionStore(spaces: OwnerSpaces, { now }: Pick<MemoryEnvironment, 'now'>): InteractionStore {
  const seen = (record: InteractionRecord): InteractionRecord =>
    record.state === 'open' && record.deadline !== undefined && now() >= record.deadline ? Object.freeze({ ...record, state: 'expired' as const }) : record

  return {
    async get(scope, id) {
      const record = spaces.peek(scope)?.pending.get(id)
      return record && seen(record)
    },
    async list(scope, thread_id) {
      const records = [...(spaces.peek(scope)?.pending.values() ?? [])]
      return records.filter((record) => record.thread_id === thread_id).map(seen)
    },
    async answer(scope, id, hash, value) {
      const space = spaces.peek(scope)
      const record = space?.pending.get(id)
      if (!space || !record) return { status: 'unknown' }
      checkAnswer(value)
      const current = seen(record)
      if (current.state !== 'open') return settledOutcome(current, hash)
      const settled = settle(current, hash, value)
      space.pending.set(id, settled)
      return { status: 'accepted', record: settled }
    },
  }
}

/** An answer without a value would settle the question for nothing. Throws PfError `invalid_input`. */
function checkAnswer(value: Answer) {
  const given: Record<string, unknown> = isRecord(value) ? value : {}
  if (given.result === undefined && given.cancelled !== true)
    throw new PfError('invalid_input', 'An answer is {result}, with a JSON value, or {cancelled: true}.')
}

function settle(record: InteractionRecord, hash: string, value: Answer): InteractionRecord {
  if ('result' in value && value.result !== undefined) return freezeJson({ ...record, state: 'answered' as const, hash, value: value.result })
  return freezeJson({ ...record, state: 'cancelled' as const, hash })
}

function settledOutcome(record: InteractionRecord, hash: string): AnswerOutcome {
  if (record.hash === hash) return { status: 'repeated', record }
  if (record.state === 'cancelled' || record.state === 'expired') return { status: 'gone', state: record.state }
  return { status: 'conflict', hash: record.hash ?? '' }
}

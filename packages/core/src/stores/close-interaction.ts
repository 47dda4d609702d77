import type { AnswerOutcome, InteractionRecord, InteractionStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { isRecord } from '../json/records.ts'

/** Returns the record as seen by readers at a time, in milliseconds since the epoch: an open question whose deadline has passed is expired. */
export function interactionAt(record: InteractionRecord, now: number): InteractionRecord {
  return record.state === 'open' && record.deadline !== undefined && now >= record.deadline ? Object.freeze({ ...record, state: 'expired' as const }) : record
}

/**
 * Returns the outcome of an answer to a stored record. With `accepted`, the caller stores the returned record, provided that the stored one
 * is still open. Throws PfError `invalid_input` for an answer without a value, which would close the question without a result.
 */
export function closeInteraction(
  stored: InteractionRecord,
  { hash, value, now }: { hash: string; value: Parameters<InteractionStore['answer']>[3]; now: number },
): AnswerOutcome {
  checkAnswer(value)
  const record = interactionAt(stored, now)
  if (record.state !== 'open') return closedOutcome(record, hash)
  if ('result' in value && value.result !== undefined)
    return { status: 'accepted', record: freezeJson({ ...record, state: 'answered' as const, hash, value: value.result }) }
  return { status: 'accepted', record: freezeJson({ ...record, state: 'cancelled' as const, hash }) }
}

function checkAnswer(value: unknown) {
  const given: Record<string, unknown> = isRecord(value) ? value : {}
  if (given.result === undefined && given.cancelled !== true)
    throw new PfError('invalid_input', 'An answer must be {result}, with a JSON value, or {cancelled: true}.')
}

function closedOutcome(record: InteractionRecord, hash: string): AnswerOutcome {
  if (record.hash === hash) return { status: 'repeated', record }
  if (record.state === 'cancelled' || record.state === 'expired') return { status: 'gone', state: record.state }
  return { status: 'conflict', hash: record.hash ?? '' }
}

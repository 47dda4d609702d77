import type { InteractionRecord, JsonValue, PauseAnswer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { maskResult, type Policy, secretFieldsOf } from '@pf/registry'
import type { Resolution } from '../state/waiting.ts'

/** The resolution of a question; undefined while it is open. A question that the store no longer has is expired. */
export function resolutionOf(record: InteractionRecord | undefined, superseded = false): Resolution | undefined {
  if (!record) return { status: 'expired' }
  if (record.state === 'open') return undefined
  return { status: record.state === 'cancelled' && superseded ? 'superseded' : record.state }
}

/** The outcome for the model, the log and clients: the answer without secrets, or the reason why there is none. */
export function shownOutcome(record: InteractionRecord | undefined, status: Resolution['status'], policy: Policy | undefined): JsonValue {
  if (status !== 'answered' || !record) return { status }
  return maskResult(record.component, record.props, record.value ?? null, policy ? { policy } : {}) as JsonValue
}

/** The outcome for the tool that asked, including secrets. */
export function fullOutcome(record: InteractionRecord | undefined, status: Resolution['status']): PauseAnswer {
  if (status === 'lost' || (status === 'answered' && !isRecord(record?.value))) return { status: 'expired' }
  return status === 'answered' ? { status, result: structuredClone(record?.value) as Extract<PauseAnswer, { status: 'answered' }>['result'] } : { status }
}

/** The secrets of an answer by field. */
export function secretsOf(record: InteractionRecord, policy: Policy | undefined): [string, string][] {
  const { component, props, value } = record
  if (!isRecord(value)) return []
  return secretFieldsOf(component, props, policy ? { policy } : {}).flatMap((field) => {
    const secret = Object.hasOwn(value, field) ? value[field] : undefined
    return typeof secret === 'string' && secret !== '' ? [[field, secret] as [string, string]] : []
  })
}

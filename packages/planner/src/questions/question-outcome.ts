import { toJson } from '@pf/artifacts'
import type { InteractionRecord, JsonObject, JsonValue, PauseAnswer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { maskResult, type Policy, secretFieldsOf } from '@pf/registry'
import type { Resolution, WaitingCall } from '../state/waiting.ts'
import type { ToolCall } from '../tools/agent-tool.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** Returns the outcome of a call that asks while another call of the same plan already waits for the user. */
export function questionOpen(): ToolOutcome {
  return { ...errorOutcome('question_open', 'Another call of this plan waits for the user. Ask again once that is answered.'), status: 'skipped' }
}

/** Returns the form in which a waiting call is stored. */
export function waitingCall(tool: string, { args, toolCallId, branch, hidden }: Pick<ToolCall, 'args' | 'toolCallId' | 'branch' | 'hidden'>): WaitingCall {
  return { tool, args: toJson(args) as JsonObject, tool_call_id: toolCallId, ...(branch === undefined ? {} : { branch }), ...(hidden ? { hidden } : {}) }
}

/** Returns the resolution of a question; undefined while it is open. A question that the store no longer has is expired. */
export function resolutionOf(record: InteractionRecord | undefined, superseded = false): Resolution | undefined {
  if (!record) return { status: 'expired' }
  if (record.state === 'open') return undefined
  return { status: record.state === 'cancelled' && superseded ? 'superseded' : record.state }
}

/** Returns the outcome for the model, the log and clients: the answer without secrets, or the reason why there is none. */
export function shownOutcome(record: InteractionRecord | undefined, status: Resolution['status'], policy: Policy | undefined): JsonValue {
  if (status !== 'answered' || !record) return { status }
  return maskResult(record.component, record.props, record.value ?? null, policy ? { policy } : {}) as JsonValue
}

/** Returns the outcome for the tool that asked, including secrets. */
export function fullOutcome(record: InteractionRecord | undefined, status: Resolution['status']): PauseAnswer {
  if (status === 'lost' || (status === 'answered' && !isRecord(record?.value))) return { status: 'expired' }
  return status === 'answered' ? { status, result: structuredClone(record?.value) as Extract<PauseAnswer, { status: 'answered' }>['result'] } : { status }
}

/** Returns the secrets of an answer by field. */
export function secretsOf(record: InteractionRecord, policy: Policy | undefined): [string, string][] {
  const { component, props, value } = record
  if (!isRecord(value)) return []
  return secretFieldsOf(component, props, policy ? { policy } : {}).flatMap((field) => {
    const secret = Object.hasOwn(value, field) ? value[field] : undefined
    return typeof secret === 'string' && secret !== '' ? [[field, secret] as [string, string]] : []
  })
}

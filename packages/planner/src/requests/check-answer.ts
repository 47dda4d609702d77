import type { AnswerEnvelope, InteractionRecord, JsonObject, JsonValue, Scope, ValidationIssue } from '@pf/core'
import { hashJson, isRecord } from '@pf/core/internal'
import { maskResult, validateResult } from '@pf/registry'
import { secretArgs } from '../questions/secrets.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Waiting } from '../state/waiting.ts'
import { checkFiles } from './check-files.ts'

/** An answer that fits its question, with the hash that tells it apart and the value to keep; or what is wrong with it. */
export type CheckedAnswer =
  | { ok: true; hash: string; value: { result: JsonValue } | { cancelled: true } }
  | { ok: false; hash: string; issues: ValidationIssue[] }

/** A question, and who asked it where that is known. */
export interface PendingQuestion {
  scope: Scope
  record: InteractionRecord
  by: Waiting['by'] | undefined
}

/** Checks an answer against the very question that was asked. Never throws for what was answered. */
export async function checkAnswer(agent: CompiledAgent, { scope, record, by }: PendingQuestion, envelope: AnswerEnvelope): Promise<CheckedAnswer> {
  if (!isRecord(envelope)) return { ok: false, hash: '', issues: [notAnEnvelope] }
  if ('cancelled' in envelope && envelope.cancelled === true) return { ok: true, hash: await hashOf(record, { cancelled: true }), value: { cancelled: true } }
  if (!('result' in envelope) || envelope.result === undefined) return { ok: false, hash: '', issues: [notAnEnvelope] }
  const given = approvedAsConfirmed(record, envelope.result)
  const policy = agent.rich?.policy
  const checked = validateResult(record.component, record.props, given, policy ? { policy } : {})
  if (!checked.ok) return { ok: false, hash: await hashOf(record, { result: given }).catch(() => ''), issues: checked.issues }
  const result = JSON.parse(JSON.stringify(checked.result)) as JsonObject
  const hash = await hashOf(record, { result })
  const issues = await checkFiles(agent.ports.artifacts, { scope, record }, result)
  if (issues.length > 0) return { ok: false, hash, issues }
  return {
    ok: true,
    hash,
    value: { result: mayStoreSecrets(agent, by) ? result : (maskResult(record.component, record.props, result, policy ? { policy } : {}) as JsonValue) },
  }
}

const notAnEnvelope: ValidationIssue = { code: 'invalid_input', pointer: '', expected: '{result} or {cancelled: true}' }

/** The id goes in, so that equal answers to two questions have nothing in common. */
const hashOf = ({ id }: InteractionRecord, answer: JsonObject) => hashJson({ id, answer })

/** Some stock front ends show a confirmation as a gate of their own, whose answer is {approved}. */
function approvedAsConfirmed({ component }: InteractionRecord, result: JsonValue): JsonValue {
  if (component !== 'confirm' || !isRecord(result) || Object.keys(result).join() !== 'approved') return result
  return { confirmed: result.approved as JsonValue }
}

/** A secret that no tool can take is not even stored. */
const mayStoreSecrets = (agent: CompiledAgent, by: PendingQuestion['by']) =>
  by === 'tool' || [...agent.tools.values()].some((tool) => secretArgs(tool).length > 0)

import {
  type AnswerEnvelope,
  type ArtifactStore,
  formatPointer,
  type InteractionRecord,
  type JsonObject,
  type JsonValue,
  type Scope,
  type ValidationIssue,
} from '@pf/core'
import { hashJson, isRecord } from '@pf/core/internal'
import { maskResult, validateResult } from '@pf/registry'
import { secretArgs } from '../questions/secrets.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Waiting } from '../state/waiting.ts'

/**
 * Checks that the files of an answer are artifacts of its owner. Unknown ids and ids of other owners are refused. Size and type are
 * replaced by those in the store, because a browser can send any value. Modifies `result`.
 */
async function checkFiles(
  store: ArtifactStore,
  { scope, record }: { scope: Scope; record: InteractionRecord },
  result: JsonObject,
): Promise<ValidationIssue[]> {
  const issues: ValidationIssue[] = []
  for (const name of fileFields(record)) {
    const value = result[name]
    const files = Array.isArray(value) ? value : [value]
    for (const [index, file] of files.entries()) {
      if (!isRecord(file)) continue
      const meta = typeof file.artifact_id === 'string' ? await store.head(scope, file.artifact_id) : undefined
      if (meta) Object.assign(file, { media_type: meta.media_type, bytes: meta.bytes })
      else
        issues.push({
          code: 'unknown_reference',
          pointer: formatPointer(Array.isArray(value) ? [name, String(index)] : [name]),
          expected: 'a file that was uploaded',
        })
    }
  }
  return issues
}

function fileFields({ component, props }: InteractionRecord): string[] {
  const fields = component === 'form' && Array.isArray(props.fields) ? props.fields : []
  return fields.flatMap((field) => (isRecord(field) && field.type === 'file' && typeof field.name === 'string' ? [field.name] : []))
}

/** A valid answer with its hash and the value to store, or the issues of an invalid one. */
export type CheckedAnswer =
  | { ok: true; hash: string; value: { result: JsonValue } | { cancelled: true } }
  | { ok: false; hash: string; issues: ValidationIssue[] }

/** A question and, if known, the kind of its origin. */
export interface PendingQuestion {
  scope: Scope
  record: InteractionRecord
  by: Waiting['by'] | undefined
}

/** Validates an answer against its question. Never throws because of the content of an answer. */
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

/** The hash includes the id of the question, so that equal answers to two questions have different hashes. */
const hashOf = ({ id }: InteractionRecord, answer: JsonObject) => hashJson({ id, answer })

/** Converts the answer {approved} to a confirmation. Some third-party front ends show a confirmation as an approval of their own. */
function approvedAsConfirmed({ component }: InteractionRecord, result: JsonValue): JsonValue {
  if (component !== 'confirm' || !isRecord(result) || Object.keys(result).join() !== 'approved') return result
  return { confirmed: result.approved as JsonValue }
}

/** True if secrets may be stored, which requires that a tool can receive them. */
const mayStoreSecrets = (agent: CompiledAgent, by: PendingQuestion['by']) =>
  by === 'tool' || [...agent.tools.values()].some((tool) => secretArgs(tool).length > 0)

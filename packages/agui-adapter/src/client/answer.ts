import { type AnswerEnvelope, type AnswerResult, type InteractionRef, isRecord, type ValidationIssue } from '@pf/core'
import { failureOf, unreachable } from './failure.ts'
import { postJson, type Send } from './options.ts'

/** Posts an answer; what the server says to it is a result, not an error. Throws PfError for what is neither. */
export async function postAnswer(send: Send, ref: InteractionRef, envelope: AnswerEnvelope): Promise<AnswerResult> {
  const response = await send('/agui/tool_result', postJson({ ...ref, ...envelope })).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (response.ok) return accepted(await response.json())
  const failure = await failureOf(response)
  const { hash, issues } = failure.fields
  if (response.status === 404) return { status: 'unknown' }
  if (response.status === 410) return { status: 'gone' }
  if (response.status === 409) return { status: 'conflict', hash: typeof hash === 'string' ? hash : '' }
  if (response.status === 400 && Array.isArray(issues)) return { status: 'invalid', issues: issues as ValidationIssue[] }
  throw failure
}

function accepted(body: unknown): AnswerResult {
  const run_id = isRecord(body) && typeof body.run_id === 'string' ? body.run_id : ''
  return { status: isRecord(body) && body.status === 'repeated' ? 'repeated' : 'accepted', run_id }
}

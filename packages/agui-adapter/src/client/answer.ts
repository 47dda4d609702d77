import { type AnswerEnvelope, type AnswerResult, type InteractionRef, PfError, type ValidationIssue } from '@pf/core'
import { failureOf, unreachable } from './failure.ts'
import { postJson, type RunClientOptions, type Send } from './options.ts'
import { readResult } from './read-result.ts'
import { sleep } from './waiting.ts'

/** What is sent, and how patient it is. */
export interface Answering extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs'> {
  ref: InteractionRef
  envelope: AnswerEnvelope
}

/**
 * Posts an answer; what the server says to it is a result, not an error. It is sent again where no server took it, as the same answer counts
 * once. Throws PfError for what is no result.
 */
export async function postAnswer(send: Send, { ref, envelope, maxAttempts = 8, retryMs = 500 }: Answering): Promise<AnswerResult> {
  const attempts = Math.min(maxAttempts, maxAnswerAttempts)
  for (let attempt = 1; ; attempt++) {
    const response = await send('/agui/tool_result', postJson({ ...ref, ...envelope })).catch((cause: unknown) => unreachable(cause))
    const isOut = PfError.isInstance(response) || response.status === 429 || response.status >= 500
    if (!isOut) return toResult(response)
    if (attempt >= attempts) throw PfError.isInstance(response) ? response : await failureOf(response)
    await sleep(retryMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined)
  }
}

/** Somebody waits in front of a form. */
const maxAnswerAttempts = 4

async function toResult(response: Response): Promise<AnswerResult> {
  if (response.ok) return accepted(response)
  const failure = await failureOf(response)
  const { hash, issues } = failure.fields
  if (response.status === 404) return { status: 'unknown' }
  if (response.status === 410) return { status: 'gone' }
  if (response.status === 409) return { status: 'conflict', hash: typeof hash === 'string' ? hash : '' }
  if (response.status === 400 && Array.isArray(issues)) return { status: 'invalid', issues: issues as ValidationIssue[] }
  throw failure
}

async function accepted(response: Response): Promise<AnswerResult> {
  const { status, run_id } = await readResult<{ status: string; run_id: string }>(Promise.resolve(response), { status: 'string', run_id: 'string' })
  return { status: status === 'repeated' ? 'repeated' : 'accepted', run_id }
}

import { type AnswerEnvelope, type AnswerResult, type InteractionRef, PfError, type ValidationIssue } from '@pf/core'
import { postJson, type RunClientOptions, type Send } from './options.ts'
import { maxWaitMs, networkError, readResult, retryAfterMs, toPfError } from './response.ts'
import { sleep } from './timers.ts'

/** An answer and the options for sending it again. */
interface AnswerRequest extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs'> {
  ref: InteractionRef
  envelope: AnswerEnvelope
}

/**
 * Posts an answer and returns the server's decision. It is sent again if no server processed it, which is safe because a repeated answer
 * counts once. Throws PfError for any other response.
 */
export async function postAnswer(send: Send, { ref, envelope, maxAttempts = 8, retryMs = 500 }: AnswerRequest): Promise<AnswerResult> {
  const attempts = Math.min(maxAttempts, maxAnswerAttempts)
  for (let attempt = 1; ; attempt++) {
    const response = await send('/agui/tool_result', postJson({ ...ref, ...envelope })).catch((cause: unknown) => networkError(cause))
    const isUnavailable = PfError.isInstance(response) || response.status === 429 || response.status >= 500
    if (!isUnavailable) return toResult(response)
    const refusedMs = PfError.isInstance(response) ? 0 : retryAfterMs(response)
    if (attempt >= attempts || refusedMs > maxWaitMs) throw PfError.isInstance(response) ? response : await toPfError(response)
    await sleep(Math.max(refusedMs, retryMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)), undefined)
  }
}

/** Maximum number of attempts. It is lower than for a stream, because a user is waiting for the form. */
const maxAnswerAttempts = 4

async function toResult(response: Response): Promise<AnswerResult> {
  if (response.ok) return accepted(response)
  const failure = await toPfError(response)
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

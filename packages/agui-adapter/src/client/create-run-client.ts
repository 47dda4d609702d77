import {
  type AnswerEnvelope,
  type AnswerResult,
  type ArtifactPage,
  type CatalogView,
  type InteractionRef,
  PfError,
  type RunClient,
  type RunRequest,
  type ThreadView,
  type ValidationIssue,
} from '@pf/core'
import { type FollowRequest, followRun } from './follow-run.ts'
import { createSend, postJson, type RunClientOptions, type Send } from './options.ts'
import { repeatWhenLimited } from './repeat-when-limited.ts'
import { maxWaitMs, networkError, readResult, retryAfterMs, toPfError, undefinedIfNotFound } from './response.ts'
import { sleep } from './timers.ts'

/** An answer and how often it is sent. */
interface AnswerRequest extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs'> {
  ref: InteractionRef
  envelope: AnswerEnvelope
}

/**
 * Posts an answer and returns the server's decision. It is sent again when no server processed it, which is safe because a repeated answer
 * counts once. Throws PfError for any other response.
 */
async function postAnswer(send: Send, { ref, envelope, maxAttempts = 8, retryMs = 500 }: AnswerRequest): Promise<AnswerResult> {
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

/** Fewer attempts than for a stream, because a user is waiting for the form. */
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

type UploadResult = Awaited<ReturnType<RunClient['upload']>>

const threadFields = { messages: 'list', components: 'list', pending: 'list', last_seq: 'number' } as const

/**
 * Creates a client of pf's routes for browsers and Node. Streams reconnect and continue after the last event received. They throw PfError with
 * the code of an error response (`busy`, `unauthorized`, `invalid_input` …), `rate_limited` when the server refuses requests for longer than a minute, `network` when reconnecting failed, and `protocol`.
 */
export function createRunClient(options: RunClientOptions = {}): RunClient {
  const sendOnce = createSend(options)
  const send = repeatWhenLimited(sendOnce)
  const follow = (request: FollowRequest) => followRun(sendOnce, options, request)
  return {
    start: (request, { signal, onStatus } = {}) => follow({ runId: request.run_id, begin: postJson(toRunInput(request)), signal, onStatus }),
    attach: (runId, after, { signal, onStatus } = {}) => follow({ runId, ...(after === undefined ? {} : { after }), signal, onStatus }),
    answer: (ref, envelope) => postAnswer(sendOnce, { ...options, ref, envelope }),
    cancel: async (run_id) => (await undefinedIfNotFound(readResult(send('/agui/cancel', postJson({ run_id })), { run_id: 'string' }))) !== undefined,
    thread: (thread_id) => undefinedIfNotFound(readResult<ThreadView>(send(`/agui/threads/${encodeURIComponent(thread_id)}`), threadFields)),
    upload(interaction_id, field, file) {
      const body = new FormData()
      body.set('interaction_id', interaction_id)
      body.set('field', field)
      body.set('file', file)
      return readResult<UploadResult>(send('/artifacts', { method: 'POST', body }), {
        artifact_id: 'string',
        name: 'string',
        media_type: 'string',
        bytes: 'number',
      })
    },
    page(artifact_id, path, offset, limit) {
      const query = new URLSearchParams({ path, offset: String(offset), limit: String(limit) })
      const response = send(`/artifacts/${encodeURIComponent(artifact_id)}?${query}`)
      return readResult<ArtifactPage>(response, { items: 'list', offset: 'number', total: 'number' })
    },
    catalog: () => readResult<CatalogView>(send('/ui/components'), { enabled: 'boolean', allowlist: 'list', components: 'list' }),
  }
}

/** The request in AG-UI form. `forwardedProps.pf` identifies pf's own client. */
function toRunInput({ thread_id, run_id, messages, state, context = [], forwarded_props = {}, superseded = [] }: RunRequest) {
  const pf = forwarded_props.pf ?? {}
  return {
    threadId: thread_id,
    runId: run_id,
    messages,
    tools: [],
    context,
    forwardedProps: { ...forwarded_props, pf },
    protocolVersion: '1.0',
    ...(state === undefined ? {} : { state }),
    ...(superseded.length > 0 ? { resume: superseded.map((interruptId) => ({ interruptId, status: 'cancelled' })) } : {}),
  }
}

import type { DraftInput, DraftPort } from '@pf/core'
import { isLongerThan, isRecord } from '@pf/core/internal'
import { storable } from '../../input/storable.ts'
import type { PfContext, RouteHandler } from '../context.ts'
import { lastSeen } from '../last-seen.ts'
import { nothingLeft } from '../nothing-left.ts'
import { openDraft } from '../open-plain.ts'
import { readJson } from '../read-json.ts'
import { invalid, json, notFound, refusal, runGone } from '../respond.ts'

/** POST /drafts {message, context?}: begins a draft. */
export const postDraft: RouteHandler = async (context, call) => {
  const body = await readJson(call.request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const input = readInput(body.value, context.limits)
  if (!context.drafts || 'issues' in input) return 'issues' in input ? invalid(input.issues) : notFound()
  const { draft_id, run_id } = await context.drafts.create(input, call.scope)
  return json({ draft_id, run_id, stream_url: streamUrl(context, draft_id, run_id) }, { status: 201 })
}

/** GET /drafts/{id}: the draft as it stands. */
export const getDraft: RouteHandler = async ({ drafts }, { scope, params }) => {
  const draft = await drafts?.get(params.get('id') ?? '', scope)
  return draft ? json(draft) : notFound()
}

/** GET /drafts/{id}/streams/{run_id}: a generation's events after Last-Event-ID; 204 when nothing is left, which stops an EventSource. */
export const getDraftStream: RouteHandler = async (context, call) => {
  const seen = lastSeen(call)
  if ('response' in seen) return seen.response
  const { request, scope, params } = call
  if (!(await context.drafts?.get(params.get('id') ?? '', scope))) return notFound()
  return (await openDraft(context, { request, scope, run_id: params.get('run_id') ?? '', after: seen.after, inspect: nothingLeft })) ?? runGone()
}

/** POST /drafts/{id}/changes {text}: generates anew with what the user wants changed. */
export const postDraftChange: RouteHandler = async (context, call) => {
  const { drafts, limits } = context
  const body = await readJson(call.request, limits.bodyBytes)
  if ('response' in body) return body.response
  const text = textOf(body.value, 'text', limits.messageBytes)
  if (text === undefined) return invalid([expected('/text', `a text of 1 to ${limits.messageBytes} bytes`)])
  const draft_id = call.params.get('id') ?? ''
  const changed = await drafts?.change(draft_id, text, call.scope)
  if (!changed || changed.status === 'unknown') return notFound()
  if (changed.status === 'busy') return refusal({ status: 409, code: 'busy', fields: { busy: true, run_id: changed.run_id } })
  return json({ draft_id, run_id: changed.run_id, stream_url: streamUrl(context, draft_id, changed.run_id) }, { status: 202 })
}

type Confirmed = Awaited<ReturnType<DraftPort['confirm']>>

const confirmations = {
  confirmed: ({ draft }) => json(draft),
  stale: ({ version }) => refusal({ status: 409, code: 'conflict', error: 'Another version is the current one.', fields: { version } }),
  empty: () => refusal({ status: 409, code: 'conflict', error: 'There is no draft to confirm yet.' }),
  busy: () => refusal({ status: 409, code: 'busy' }),
  unknown: () => notFound(),
} satisfies { [S in Confirmed['status']]: (result: Extract<Confirmed, { status: S }>) => Response }

/** POST /drafts/{id}/confirm {version}: makes the draft final; the same version again is confirmed again. */
export const postDraftConfirm: RouteHandler = async ({ drafts, limits }, { request, scope, params }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const version = isRecord(body.value) && Object.hasOwn(body.value, 'version') ? body.value.version : undefined
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return invalid([expected('/version', 'a whole number from 1')])
  const result = await drafts?.confirm(params.get('id') ?? '', version, scope)
  if (!result) return notFound()
  const answer: (result: never) => Response = confirmations[result.status]
  return answer(result as never)
}

const streamUrl = ({ basePath }: PfContext, draft_id: string, run_id: string) =>
  `${basePath}/drafts/${encodeURIComponent(draft_id)}/streams/${encodeURIComponent(run_id)}`

const expected = (pointer: string, what: string) => ({ code: 'invalid_input', pointer, expected: what })

function readInput(body: unknown, { messageBytes, context: most }: PfContext['limits']): DraftInput | { issues: object[] } {
  const message = textOf(body, 'message', messageBytes)
  const given = isRecord(body) && Object.hasOwn(body, 'context') ? body.context : undefined
  const context = given === undefined ? undefined : readContext(given, most)
  const issues = [
    ...(message === undefined ? [expected('/message', `a text of 1 to ${messageBytes} bytes`)] : []),
    ...(given !== undefined && !context ? [expected('/context', `a list of at most ${most} {description, value} of strings`)] : []),
  ]
  if (message === undefined || issues.length > 0) return { issues }
  return { message, ...(context ? { context } : {}) }
}

function readContext(value: unknown, most: number): NonNullable<DraftInput['context']> | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined
  const read = value.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.description !== 'string' || typeof entry.value !== 'string') return []
    return [{ description: storable(entry.description), value: storable(entry.value) }]
  })
  return read.length === value.length ? read : undefined
}

function textOf(body: unknown, key: string, maxBytes: number): string | undefined {
  const value = isRecord(body) && Object.hasOwn(body, key) ? body[key] : undefined
  if (typeof value !== 'string') return undefined
  const text = storable(value)
  if (text.trim() === '') return undefined
  return isLongerThan(text, maxBytes) ? undefined : text
}

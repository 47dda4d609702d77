import type { DraftInput, DraftPort } from '@pf/core'
import { isLongerThan, isRecord } from '@pf/core/internal'
import { readJson, readPosition } from '../http/request.ts'
import { errorResponse, invalidInput, jsonResponse, noContentWhenEmpty, notFound, runNotFound } from '../http/response.ts'
import { storable } from '../input/clean-json.ts'
import type { PfContext, RouteHandler } from '../runs/context.ts'
import { openDraft } from '../runs/open-plain.ts'

/** POST /drafts {message, context?}: starts a draft. */
export const postDraft: RouteHandler = async (context, call) => {
  const body = await readJson(call.request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const input = readInput(body.value, context.limits)
  if (!context.drafts || 'issues' in input) return 'issues' in input ? invalidInput(input.issues) : notFound()
  const { draft_id, run_id } = await context.drafts.create(input, call.scope)
  return jsonResponse({ draft_id, run_id, stream_url: streamUrl(context, draft_id, run_id) }, { status: 201 })
}

/** GET /drafts/{id}: returns the current state of a draft. */
export const getDraft: RouteHandler = async ({ drafts }, { scope, params }) => {
  const draft = await drafts?.get(params.get('id') ?? '', scope)
  return draft ? jsonResponse(draft) : notFound()
}

/** GET /drafts/{id}/streams/{run_id}: streams the events of a generation after Last-Event-ID; 204 if no event is left, which stops an EventSource. */
export const getDraftStream: RouteHandler = async (context, call) => {
  const position = readPosition(call.request, call.url)
  if ('response' in position) return position.response
  const { request, scope, params } = call
  if (!(await context.drafts?.get(params.get('id') ?? '', scope))) return notFound()
  return (await openDraft(context, { request, scope, runId: params.get('run_id') ?? '', after: position.after, inspect: noContentWhenEmpty })) ?? runNotFound()
}

/** POST /drafts/{id}/changes {text}: generates the draft again with the requested change. */
export const postDraftChange: RouteHandler = async (context, call) => {
  const { drafts, limits } = context
  const body = await readJson(call.request, limits.bodyBytes)
  if ('response' in body) return body.response
  const text = textOf(body.value, 'text', limits.messageBytes)
  if (text === undefined) return invalidInput([expected('/text', `a string of 1 to ${limits.messageBytes} bytes`)])
  const draft_id = call.params.get('id') ?? ''
  const changed = await drafts?.change(draft_id, text, call.scope)
  if (!changed || changed.status === 'unknown') return notFound()
  if (changed.status === 'busy') return errorResponse({ status: 409, code: 'busy', fields: { busy: true, run_id: changed.run_id } })
  return jsonResponse({ draft_id, run_id: changed.run_id, stream_url: streamUrl(context, draft_id, changed.run_id) }, { status: 202 })
}

type Confirmed = Awaited<ReturnType<DraftPort['confirm']>>

const confirmations = {
  confirmed: ({ draft }) => jsonResponse(draft),
  stale: ({ version }) => errorResponse({ status: 409, code: 'conflict', error: 'This version is not the current version.', fields: { version } }),
  empty: () => errorResponse({ status: 409, code: 'conflict', error: 'There is no draft to confirm yet.' }),
  busy: () => errorResponse({ status: 409, code: 'busy' }),
  unknown: () => notFound(),
} satisfies { [S in Confirmed['status']]: (result: Extract<Confirmed, { status: S }>) => Response }

/** POST /drafts/{id}/confirm {version}: confirms a version of the draft. Repeating the request confirms the same version again. */
export const postDraftConfirm: RouteHandler = async ({ drafts, limits }, { request, scope, params }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const version = isRecord(body.value) && Object.hasOwn(body.value, 'version') ? body.value.version : undefined
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return invalidInput([expected('/version', 'a positive integer')])
  const result = await drafts?.confirm(params.get('id') ?? '', version, scope)
  if (!result) return notFound()
  const answer: (result: never) => Response = confirmations[result.status]
  return answer(result as never)
}

const streamUrl = ({ basePath }: PfContext, draft_id: string, run_id: string) =>
  `${basePath}/drafts/${encodeURIComponent(draft_id)}/streams/${encodeURIComponent(run_id)}`

const expected = (pointer: string, what: string) => ({ code: 'invalid_input', pointer, expected: what })

function readInput(body: unknown, { messageBytes, context: maxEntries }: PfContext['limits']): DraftInput | { issues: object[] } {
  const message = textOf(body, 'message', messageBytes)
  const given = isRecord(body) && Object.hasOwn(body, 'context') ? body.context : undefined
  const context = given === undefined ? undefined : readContext(given, maxEntries)
  const issues = [
    ...(message === undefined ? [expected('/message', `a string of 1 to ${messageBytes} bytes`)] : []),
    ...(given !== undefined && !context ? [expected('/context', `a list of at most ${maxEntries} {description, value} of strings`)] : []),
  ]
  if (message === undefined || issues.length > 0) return { issues }
  return { message, ...(context ? { context } : {}) }
}

function readContext(value: unknown, maxEntries: number): NonNullable<DraftInput['context']> | undefined {
  if (!Array.isArray(value) || value.length > maxEntries) return undefined
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

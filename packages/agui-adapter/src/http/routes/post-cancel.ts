import { isRecord } from '@pf/core/internal'
import { storable } from '../../input/storable.ts'
import type { RouteHandler } from '../context.ts'
import { isAtWork } from '../is-at-work.ts'
import { readJson } from '../read-json.ts'
import { invalid, json, notFound, refusal } from '../respond.ts'

/** POST /agui/cancel {run_id}: stops a run; 404 for one that is unknown, foreign or finished, 409 for one that another process is at work on. */
export const postCancel: RouteHandler = async (context, { request, scope }) => {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const run_id = isRecord(body.value) && Object.hasOwn(body.value, 'run_id') ? body.value.run_id : undefined
  if (typeof run_id !== 'string' || run_id === '') return invalid([{ code: 'invalid_input', pointer: '/run_id', expected: 'a non-empty string' }])
  const id = storable(run_id)
  if (await context.agent.cancel(id, scope)) return json({ run_id, cancelled: true })
  return (await isAtWork(context, scope, id)) ? elsewhere(id) : notFound()
}

/** No port carries a wish to a run that another process holds. */
const elsewhere = (run_id: string) =>
  refusal({ status: 409, code: 'busy', error: 'Another process is at work on this run, and only that one can stop it.', fields: { busy: true, run_id } })

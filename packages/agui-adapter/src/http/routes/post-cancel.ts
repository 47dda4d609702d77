import { isRecord } from '@pf/core'
import { storable } from '../../input/storable.ts'
import type { RouteHandler } from '../context.ts'
import { readJson } from '../read-json.ts'
import { invalid, json, notFound } from '../respond.ts'

/** POST /agui/cancel {run_id}: stops a run; 404 for one that is unknown, foreign or finished. */
export const postCancel: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const run_id = isRecord(body.value) && Object.hasOwn(body.value, 'run_id') ? body.value.run_id : undefined
  if (typeof run_id !== 'string' || run_id === '') return invalid([{ code: 'invalid_input', pointer: '/run_id', expected: 'a non-empty string' }])
  return (await agent.cancel(storable(run_id), scope)) ? json({ run_id, cancelled: true }) : notFound()
}

import { readJson } from '../http/request.ts'
import { invalidInput, jsonResponse } from '../http/response.ts'
import { readComponentFailure } from '../input/component-failure.ts'
import type { RouteHandler } from '../runs/context.ts'

/**
 * POST /ui/components/failures: a page could not draw a component. `told`: the run reads it before its next step. A run that is over, unknown
 * or of another owner gives the same `false`, which is no error: the page tells it with its next request.
 */
export const postComponentFailure: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const read = readComponentFailure(body.value)
  if (!read.ok) return invalidInput(read.issues)
  return jsonResponse({ told: (await agent.componentFailed?.(read.failure, scope)) === true })
}

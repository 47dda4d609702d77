import { isRecord } from '@pf/core/internal'
import { readAnswer } from '../../input/read-answer.ts'
import { notTaken, taken } from '../answered.ts'
import type { RouteHandler } from '../context.ts'
import { readJson } from '../read-json.ts'
import { invalid } from '../respond.ts'

const byCall = ['thread_id', 'run_id', 'tool_call_id'] as const
const byQuestion = ['interaction_id'] as const

/** POST /agui/tool_result: an answer for a stream that stays open, named by its call or by the question's own id. */
export const postToolResult: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const keys = isRecord(body.value) && Object.hasOwn(body.value, 'interaction_id') ? byQuestion : byCall
  const read = readAnswer<string>(body.value, keys, limits.depth)
  if (!read.ok) return invalid(read.issues)
  const result = await agent.answer(read.ids as Parameters<typeof agent.answer>[0], read.envelope, scope)
  return 'run_id' in result ? taken(result) : notTaken(result)
}

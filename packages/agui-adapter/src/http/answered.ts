import type { AnswerResult } from '@pf/core'
import { invalid, json, notFound, refusal } from './respond.ts'

type Refused = Exclude<AnswerResult, { run_id: string }>

/** The response to an answer that was taken, now or before. */
export const taken = ({ status, run_id }: Extract<AnswerResult, { run_id: string }>) => json({ status, run_id })

const refusals = {
  unknown: () => notFound(),
  invalid: ({ issues }) => invalid(issues),
  conflict: ({ hash }) => refusal({ status: 409, code: 'conflict', error: 'The question was answered before, with something else.', fields: { hash } }),
  gone: () => refusal({ status: 410, code: 'gone' }),
} satisfies { [S in Refused['status']]: (result: Extract<Refused, { status: S }>) => Response }

/** The response to an answer that was not taken: 404, 400 (the question stays open), 409 or 410. */
export function notTaken(result: Refused): Response {
  const refuse: (result: never) => Response = refusals[result.status]
  return refuse(result as never)
}

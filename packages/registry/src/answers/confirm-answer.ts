import { isRecord } from '@pf/core/internal'
import { received } from '../checks/issues.ts'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import { onlyKey } from './only-key.ts'

/** Answers to a yes-or-no question: {confirmed}. The labels of the buttons are not part of the answer. */
export const confirmAnswer: AnswerRules = {
  check(_, answer) {
    const fault = onlyKey(answer, 'confirmed')
    if (fault || !isRecord(answer)) return { ok: false, issues: fault ?? [] }
    const { confirmed } = answer
    if (typeof confirmed !== 'boolean')
      return { ok: false, issues: [{ code: 'schema_invalid', pointer: '/confirmed', expected: 'true or false', received: received(confirmed) }] }
    return { ok: true, result: { confirmed } }
  },
  schema: () => ({ type: 'object', additionalProperties: false, required: ['confirmed'], properties: { confirmed: { type: 'boolean' } } }),
}

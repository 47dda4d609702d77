import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { type Handler, turnOfMessage } from '../model/model.ts'
import { addQuestion, readQuestion } from '../model/questions.ts'
import { name, object } from '../model/read.ts'
import type { AssistantTurn, QuestionState } from '../model/types.ts'

/** CUSTOM `pause`: the questions that a run waits for. */
export const pause: Handler = (model, { fields, ts }) => {
  const value = object(fields.value)
  for (const item of arrayOrEmpty(value.interactions)) {
    if (!isRecord(item)) continue
    const turn = turnOfMessage(model, name(item.message_id))
    const question = readQuestion(item, turn)
    if (question) addQuestion(model, turn, question, ts)
  }
}

/** Returns the interrupts of a RUN_FINISHED in the form of a pause. */
export function readInterrupts(interrupts: unknown, turn: AssistantTurn): QuestionState[] {
  return arrayOrEmpty(interrupts).flatMap((item) => {
    if (!isRecord(item)) return []
    const expires = typeof item.expiresAt === 'string' ? Date.parse(item.expiresAt) : undefined
    const metadata = object(item.metadata)
    const question = readQuestion({ ...metadata, id: item.id, tool_call_id: item.toolCallId, result_schema: item.responseSchema, deadline: expires }, turn)
    return question ? [question] : []
  })
}

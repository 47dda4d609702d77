import type { AnswerEnvelope, RunClient } from '@pf/core'
import type { RendererInteraction } from '../context/renderer-props.ts'
import type { QuestionState } from '../store/model/types.ts'

interface Ways {
  question: QuestionState
  client: RunClient
  answer(id: string, envelope: AnswerEnvelope): Promise<void>
}

/** What a renderer is given of a question. */
export function toInteraction({ question, client, answer }: Ways): RendererInteraction {
  const { id, status, issues, value, answered_at } = question
  return {
    state: status === 'superseded' ? 'cancelled' : status,
    submit: (result) => void answer(id, { result }),
    cancel: () => void answer(id, { cancelled: true }),
    upload: (field, file) => client.upload(id, field, file),
    ...(issues ? { issues } : {}),
    ...(value === undefined ? {} : { value }),
    ...(answered_at === undefined ? {} : { answeredAt: answered_at }),
  }
}

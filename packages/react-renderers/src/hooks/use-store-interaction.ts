import type { AnswerEnvelope, RunClient } from '@pf/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { controllerOf } from '../run/controllers.ts'
import { allQuestions } from '../run/update-store.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore, QuestionState } from '../store/model/types.ts'

/** A question with its actions. */
export interface Interaction extends RendererInteraction {
  question: QuestionState
}

/** Returns a question of a store with its actions. Outside of a provider, it has no actions. */
export function useStoreInteraction(store: ComponentStore | undefined, id: string | undefined): Interaction | undefined {
  const { client } = useRendering()
  const question = useQuestion(store, id)
  return useMemo(() => {
    if (!question || !client || !store) return undefined
    const answer: Parameters<typeof toInteraction>[0]['answer'] = (id, envelope) =>
      controllerOf(client, store, store.getSnapshot().run.thread_id ?? '').answer(id, envelope)
    return { ...toInteraction({ question, client, answer }), question }
  }, [question, client, store])
}

interface InteractionOptions {
  question: QuestionState
  client: RunClient
  answer(id: string, envelope: AnswerEnvelope): Promise<void>
}

/** Returns the interaction that is passed to the renderer of a question. */
export function toInteraction({ question, client, answer }: InteractionOptions): RendererInteraction {
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

const never = () => () => {}

/** Returns the question with this id, or without an id the newest one that is open or being submitted. */
export function useQuestion(store: ComponentStore | undefined, id: string | undefined): QuestionState | undefined {
  const read = () => {
    if (!store) return undefined
    const fits = (question: QuestionState) => (id === undefined ? isOpen(question) || question.status === 'submitting' : question.id === id)
    return allQuestions(store.getSnapshot()).findLast(fits)
  }
  return useSyncExternalStore(store?.subscribe ?? never, read, read)
}

import { useMemo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { controllerOf } from '../run/controllers.ts'
import type { ComponentStore, QuestionState } from '../store/model/types.ts'
import { toInteraction } from './to-interaction.ts'
import { useQuestion } from './use-question.ts'

/** A question with the ways to answer it. */
export interface Interaction extends RendererInteraction {
  question: QuestionState
}

/** A question of a store with the ways to answer it; also outside of a provider, where there are none. */
export function useAsked(store: ComponentStore | undefined, id: string | undefined): Interaction | undefined {
  const { client } = useRendering()
  const question = useQuestion(store, id)
  return useMemo(() => {
    if (!question || !client || !store) return undefined
    const answer: Parameters<typeof toInteraction>[0]['answer'] = (id, envelope) =>
      controllerOf(client, store, store.getSnapshot().run.thread_id ?? '').answer(id, envelope)
    return { ...toInteraction({ question, client, answer }), question }
  }, [question, client, store])
}

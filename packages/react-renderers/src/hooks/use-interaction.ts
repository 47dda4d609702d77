import { useMemo } from 'react'
import { toInteraction } from '../interaction/to-interaction.ts'
import type { RendererInteraction } from '../renderer/renderer-props.ts'
import { controllerOf } from '../run/controllers.ts'
import type { ComponentStore, QuestionState } from '../store/types.ts'
import { usePf, useRendering } from './context.ts'
import { useQuestion } from './use-question.ts'

/** A question with the ways to answer it. */
export interface Interaction extends RendererInteraction {
  question: QuestionState
}

/** A question by its id, without one the newest that waits for the user; undefined where there is none. */
export function useInteraction(id?: string): Interaction | undefined {
  const { store } = usePf()
  return useAsked(store, id, true)
}

/** The same for renderers, which also work without a provider. */
export function useAsked(store: ComponentStore | undefined, id: string | undefined, wanted: boolean): Interaction | undefined {
  const { client } = useRendering()
  const question = useQuestion(store, id, wanted)
  return useMemo(() => {
    if (!question || !client || !store) return undefined
    const answer: Parameters<typeof toInteraction>[0]['answer'] = (id, envelope) =>
      controllerOf(client, store, store.getSnapshot().run.thread_id ?? '').answer(id, envelope)
    return { ...toInteraction({ question, client, answer }), question }
  }, [question, client, store])
}

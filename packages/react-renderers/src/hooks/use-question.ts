import { useSyncExternalStore } from 'react'
import { questionsOf } from '../run/questions-of.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore, QuestionState } from '../store/model/types.ts'

const never = () => () => {}

/** A question of a store; without an id the newest one that waits for an answer or is just being answered. */
export function useQuestion(store: ComponentStore | undefined, id: string | undefined): QuestionState | undefined {
  const read = () => {
    if (!store) return undefined
    const fits = (question: QuestionState) => (id === undefined ? isOpen(question) || question.status === 'submitting' : question.id === id)
    return questionsOf(store.getSnapshot()).findLast(fits)
  }
  return useSyncExternalStore(store?.subscribe ?? never, read, read)
}

import type { FinishReason } from '@pf/core'
import { fallbackAnswer } from './fallback-answer.ts'

/** The answer text of a finish, and where it comes from. */
export interface ChosenAnswer {
  text: string
  from: 'model' | 'fallback' | 'none'
}

const sentences: Record<FinishReason, string> = {
  answer: 'There is no answer.',
  no_path: 'I could not find a way to answer this. Please ask in another way or tell me more.',
  budget_exhausted: 'The limit for this request was reached before there was an answer.',
  deadline: 'Time ran out before there was an answer.',
  cancelled: 'This was stopped before there was an answer.',
  paused: 'This is waiting for your input.',
  error: 'Something went wrong before there was an answer.',
}

/** Reasons whose finish shows what was found when the model gave no answer. */
const readsFallback = new Set<FinishReason>(['answer', 'no_path', 'budget_exhausted', 'deadline', 'error'])

/** The model's answer when there is one, else the last (redacted) observation, else a sentence that says why there is none. */
export function chooseAnswer(reason: FinishReason, given: readonly unknown[], fallback: unknown): ChosenAnswer {
  const model = given.find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof model === 'string') return { text: model.toWellFormed(), from: 'model' }
  const found = readsFallback.has(reason) ? fallbackAnswer(fallback) : undefined
  return found === undefined ? { text: sentences[reason], from: 'none' } : { text: found, from: 'fallback' }
}

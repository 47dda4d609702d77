import type { FinishReason } from '@pf/core'
import type { ChosenAnswer } from './choose-answer.ts'

/** What decides the route of a finish. */
export interface RouteInput {
  reason: FinishReason
  answer: ChosenAnswer
  /** The model's own route. */
  own: string | null
  followup: boolean
  code: string | undefined
}

const partialOr = ({ answer }: RouteInput): string => (answer.from === 'none' ? 'error' : 'partial')

const routes: Record<FinishReason, (input: RouteInput) => string | null> = {
  answer: ({ own, followup, answer }) => own ?? (followup ? 'clarification' : answer.from === 'model' ? null : 'error'),
  no_path: ({ code }) => (code === undefined ? 'clarification' : 'error'),
  budget_exhausted: partialOr,
  deadline: partialOr,
  cancelled: () => 'cancelled',
  paused: () => 'paused',
  error: () => 'error',
}

/** The model's own route on an answer; else what kind of finish it is. */
export function routeOf(input: RouteInput): string | null {
  return input.code === 'model_refused' ? 'refusal' : routes[input.reason](input)
}

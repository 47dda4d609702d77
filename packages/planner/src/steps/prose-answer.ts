import type { ActionError } from '@pf/core'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'

/** One fault of the model's output. */
interface Fault {
  fault: ActionError
  text: string
  finish: string
}

/** Matches a member of an object, or an unclosed code fence, which indicate that the model intended an action. */
const looksLikeAction = /[{[]\s*["'][\w-]+["']\s*:|<\/?(tool|function)|^\s*```json/i
/** Matches the tags that end a reasoning block. Text before the last one does not belong to the answer. */
const reasoningEnd = /<\/(think|thinking|reasoning|thought)>/gi

/** Returns the outcome of a run whose weak model answers in prose after a tool has returned a result; undefined for any other output. */
export function proseAnswer(run: Run, { fault, text, finish }: Fault): Outcome | undefined {
  if (!run.agent.takesProse || fault.code !== 'missing_next_node' || finish !== 'stop') return undefined
  if (run.state.last_observation === undefined) return undefined
  const end = [...text.matchAll(reasoningEnd)].at(-1)
  const answer = text.slice(end ? end.index + end[0].length : 0).trim()
  // A model that announces its next call, or whose reasoning does not end, has not answered.
  if (answer === '' || answer.endsWith(':') || /<(think|thinking|reasoning|thought)>/i.test(answer) || looksLikeAction.test(answer)) return undefined
  return { reason: 'answer', args: { answer }, warnings: ['prose_answer'] }
}

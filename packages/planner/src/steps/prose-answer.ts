import type { ActionError, JsonValue } from '@pf/core'
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

/** Length from which a text is not taken for the announcement of a call. */
const longText = 120
/** Maximum number of values of a result that are looked for in a text. */
const maxValues = 2_000

/** Returns the prose of a weak model after a tool has returned a result, without its reasoning; undefined for any other output. */
export function proseOf(run: Run, { fault, text, finish }: Fault): string | undefined {
  if (!run.agent.takesProse || fault.code !== 'missing_next_node' || finish !== 'stop') return undefined
  if (run.state.last_observation === undefined) return undefined
  const end = [...text.matchAll(reasoningEnd)].at(-1)
  const answer = text.slice(end ? end.index + end[0].length : 0).trim()
  // A model that announces its next call, or whose reasoning does not end, has not answered.
  if (answer === '' || answer.endsWith(':') || /<(think|thinking|reasoning|thought)>/i.test(answer) || looksLikeAction.test(answer)) return undefined
  return answer
}

/**
 * False for prose that may announce a call, such as "Let me look that up.": one short line without formatting, without a number that the
 * question lacks, and without a value of the last result. The words are not considered, so this holds in every language.
 */
export function isClearAnswer({ state }: Run, prose: string): boolean {
  const question = (state.history.findLast(({ role }) => role === 'user')?.content ?? '').toLowerCase()
  const said = prose.toLowerCase()
  if (prose.length >= longText || /\n|\*\*|`|\|/.test(prose)) return true
  if ((said.match(/\d+/g) ?? []).some((digits) => !question.includes(digits))) return true
  return valuesIn(state.last_observation).some((value) => said.includes(value) && !question.includes(value))
}

/** Returns the outcome of a run whose answer is prose. */
export const proseOutcome = (answer: string): Outcome => ({ reason: 'answer', args: { answer }, warnings: ['prose_answer'] })

/** Returns the short texts in a result, in lower case. */
function valuesIn(root: JsonValue | undefined): string[] {
  const open = [root]
  const values: string[] = []
  for (let count = 0; open.length > 0 && count < maxValues; count++) {
    const value = open.pop()
    if (typeof value === 'string' && value.trim().length > 2 && value.length <= 60) values.push(value.trim().toLowerCase())
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value).slice(0, maxValues))
  }
  return values
}

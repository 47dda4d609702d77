import type { ModelMessage } from '../model/model.ts'

/** The kind of a repeated request to the model: an answer, an action, or a shorter action. */
export type RepairKind = 'answer' | 'action' | 'shorter'

const maxShown = 4_000

const prompts: Record<RepairKind, string> = {
  answer:
    'Your last reply held no answer in the required form. Reply again with only this JSON object: {"next_node": "final_response", "args": {"answer": "your answer to the user"}}',
  action: 'Your last reply could not be read as an action. Reply again with exactly one JSON object {"next_node": "…", "args": {…}} and nothing around it.',
  shorter: 'Your last reply was cut off before it was complete. Reply again with exactly one JSON object {"next_node": "…", "args": {…}}, shorter this time.',
}

const ambiguousPrompt =
  'Your last reply holds text or other actions around its action, so it is not clear what you decided, and nothing was run. Reply again with exactly one JSON object {"next_node": "…", "args": {…}} and nothing around it.'

/** The code of prose that may be an answer or the announcement of a call. */
export const unclearProse = 'unclear_prose'

const unclearPrompt =
  'Your last reply is no action. If it is your answer, reply again with {"next_node": "final_response", "args": {"answer": "your answer to the user"}}. If it says what you do next, do it now: reply with {"next_node": "…", "args": {…}}.'

const kinds: Readonly<Record<string, RepairKind>> = {
  missing_next_node: 'answer',
  missing_answer: 'answer',
  answer_not_string: 'answer',
  incomplete: 'shorter',
  too_large: 'shorter',
}

const promptsByCode: ReadonlyMap<string, string> = new Map([
  ['ambiguous_action', ambiguousPrompt],
  [unclearProse, unclearPrompt],
])

/** Returns the kind of repair for the code of an ActionError. */
export function repairKind(code: string): RepairKind {
  return (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? 'action'
}

/** Returns the failed output and the description of its fault, as two short messages after the conversation. */
export function repairMessages(kind: RepairKind, { code, output }: { code: string; output: string }): ModelMessage[] {
  const shown = output.length > maxShown ? `${output.slice(0, maxShown).toWellFormed()}…` : output
  return [
    { role: 'assistant', content: shown === '' ? '(nothing)' : shown },
    { role: 'user', content: `${promptsByCode.get(code) ?? prompts[kind]} (${code})` },
  ]
}

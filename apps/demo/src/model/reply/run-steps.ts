import type { Conversation, Reply } from '@pf/testing'
import { readResults, type ToolResults } from '../request/tool-results.ts'
import { finalResponse } from './replies.ts'

/** One step of a story: the reply of the model, given the tool results so far. */
export type Step = (results: ToolResults) => Reply

/** Runs the steps in order; the last one ends the turn. A failed tool, or the last step that the planner allows, ends the turn early with an explanation. */
export function runSteps(steps: readonly Step[], conversation: Conversation): Reply {
  const results = readResults(conversation)
  if (results.failure) return failedReply(`The tool ${results.failure.tool} failed: ${results.failure.message}`)
  const index = Math.min(conversation.step, steps.length) - 1
  if (index < steps.length - 1 && isLastStep(conversation)) return failedReply('I have no steps left to read the data.')
  return steps[index]?.(results) ?? failedReply('I have no script for this question.')
}

/** True if the planner offers `render_component`; without it, answers are text only. */
export function canRender({ system }: Conversation): boolean {
  return system.includes('render_component')
}

function isLastStep({ notes }: Conversation): boolean {
  return notes.some((note) => /last step/i.test(note))
}

/** Ends the turn without a result and gives the reason. */
export function failedReply(reason: string): Reply {
  return finalResponse({
    answer: `I could not finish this. ${reason}\n\nI only show numbers that I have read from the database. You can ask again or try the question below.`,
    suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
    followup: true,
  })
}

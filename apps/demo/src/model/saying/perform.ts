import type { Conversation, Reply } from '@pf/testing'
import { type Results, readResults } from '../reading/results.ts'
import { finish } from './finish.ts'

/** What the model does in one step, given what it has read so far. */
export type Act = (results: Results) => Reply

/** Plays the acts one after the other; the last one ends the turn. A failed tool or the planner's last step end it earlier, and say so. */
export function perform(acts: readonly Act[], conversation: Conversation): Reply {
  const results = readResults(conversation)
  if (results.failure) return giveUp(`The tool ${results.failure.tool} did not do what I asked: ${results.failure.message}`)
  const at = Math.min(conversation.step, acts.length) - 1
  if (at < acts.length - 1 && isLastStep(conversation)) return giveUp('I have no steps left to read the data.')
  return acts[at]?.(results) ?? giveUp('I have nothing to say on this.')
}

/** Without the tool for components, answers have to do without them. */
export function canRender({ system }: Conversation): boolean {
  return system.includes('render_component')
}

function isLastStep({ notes }: Conversation): boolean {
  return notes.some((note) => /last step/i.test(note))
}

/** Ends the turn without a result, and says why. */
export function giveUp(why: string): Reply {
  return finish({
    answer: `I could not finish this. ${why}\n\nI show no numbers that I have not read. You can ask again or try one of the questions below.`,
    confidence: 0.1,
    suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
    followup: true,
  })
}

import { ActionError, type ActionOptions, normalizeAction } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'

const maxShown = 60_000
/** Maximum number of characters of the cut text that a model may repeat before it continues. */
const maxRepeated = 400
const minRepeated = 12

/** Returns messages that request the rest of an output that was cut by its limit. */
export function continuationMessages(cut: string): ModelMessage[] {
  const shown = cut.slice(-maxShown).toWellFormed()
  return [
    { role: 'assistant', content: shown },
    {
      role: 'user',
      content: `Your last reply reached the output limit. Continue it exactly where it ends, after ${JSON.stringify(cut.slice(-40).toWellFormed())}: write only the rest, without repeating anything and without a code fence.`,
    },
  ]
}

/**
 * Joins a cut output and its rest. A model that starts over returns a complete output instead, which then replaces the cut one. Returns undefined
 * if that output has less of an answer than the cut one and another beginning: it can be a new answer or only the rest in the form of an action.
 */
export function joinRest(cut: string, rest: string, options: ActionOptions): string | undefined {
  if (startsOver(rest, options)) return isUnclear(cut, rest, options) ? undefined : rest
  const text = rest.replace(/^\s*```[\w-]*\n/, '')
  for (let length = Math.min(maxRepeated, text.length, cut.length); length >= minRepeated; length--)
    if (cut.endsWith(text.slice(0, length))) return cut + text.slice(length)
  return cut + text
}

function startsOver(text: string, options: ActionOptions): boolean {
  if (/^\s*(?:```[\w-]*\s*)?\{\s*["'](?:next_node|thought|args)["']/.test(text)) return true
  try {
    normalizeAction(text, options)
    return true
  } catch {
    return false
  }
}

function isUnclear(cut: string, rest: string, options: ActionOptions): boolean {
  const [before, behind] = [answerOf(cut, options), answerOf(rest, options)]
  if (before === undefined || behind === undefined || behind.length >= before.length) return false
  const start = behind.trimStart().slice(0, minRepeated)
  return !before.trimStart().startsWith(start)
}

/** Returns the answer of an output, as far as it is there; undefined for an action without one. */
function answerOf(text: string, options: ActionOptions): string | undefined {
  try {
    const { answer } = normalizeAction(text, options).action.args
    return typeof answer === 'string' ? answer : undefined
  } catch (error) {
    return error instanceof ActionError ? error.partialAnswer : undefined
  }
}

import { ActionError, type JsonObject, normalizeAction, type PlannerAction } from '@pf/core'
import { isRecord, readObject } from '@pf/core/internal'
import type { PlannedCall } from '../../plans/plan-types.ts'
import { isInstanceOf } from '../../util/thrown-message.ts'
import { planningName } from './messages.ts'

/** The result of the planning call. */
export type Planning =
  | { kind: 'answer'; args: JsonObject }
  | { kind: 'calls'; reasoning: string; calls: PlannedCall[] }
  | { kind: 'unreadable'; message: string }

/**
 * Reads the output of the planning call: the arguments of `__planning__` in any form, an action that answers, or native calls of the tools.
 * Text without any of these is not an answer.
 */
export function readPlanning(text: string, toolNames: readonly string[]): Planning {
  // The first object counts, whether it is the arguments themselves or an action.
  const first = readObject(text, (object) => isBare(object) || Object.hasOwn(object, 'next_node'))
  if (first && isBare(first)) return readArgs(first)
  try {
    const { action, alternates, reasoning = '' } = normalizeAction(text, { tools: [...toolNames, planningName], format: 'auto' })
    return readActions([action, ...alternates], reasoning)
  } catch (error) {
    if (!isInstanceOf(error, ActionError)) throw error
    return { kind: 'unreadable', message: `The output was no plan (${error.code}).` }
  }
}

/** Whether the object is the arguments of the planning call without a call around them. */
const isBare = ({ type }: Record<string, unknown>) => type === 'direct_response' || type === 'tool_calls'

function readActions([first, ...others]: PlannerAction[], reasoning: string): Planning {
  if (!first) return { kind: 'unreadable', message: 'The output was empty.' }
  if (first.next_node === planningName) return readArgs(first.args)
  if (first.next_node === 'final_response') return { kind: 'answer', args: first.args as JsonObject }
  if (first.next_node === 'plan') return readArgs({ type: 'tool_calls', reasoning, calls: first.args.steps })
  if (first.next_node === 'task') return { kind: 'unreadable', message: 'Background tasks cannot be planned.' }
  const calls = [first, ...others].map(({ next_node, args }) => ({ tool_name: nameOf(next_node), arguments: args as JsonObject }))
  return { kind: 'calls', reasoning, calls }
}

function readArgs({ type, content, reasoning, calls }: Record<string, unknown>): Planning {
  if (Array.isArray(calls) && type !== 'direct_response') return readCalls(calls, typeof reasoning === 'string' ? reasoning : '')
  if (typeof content === 'string' && content.trim() !== '' && type !== 'tool_calls') return { kind: 'answer', args: { answer: content } }
  return { kind: 'unreadable', message: 'A plan is a direct_response with content, or tool_calls with a list of calls.' }
}

function readCalls(listed: readonly unknown[], reasoning: string): Planning {
  const calls = listed.map(readCall)
  const whole = calls.filter((call) => call !== undefined)
  if (whole.length === calls.length) return { kind: 'calls', reasoning, calls: whole }
  return { kind: 'unreadable', message: `Call ${calls.indexOf(undefined)} of the plan has no tool_name, or arguments that are no object.` }
}

/** Limits the length of a name, so that a model cannot pass text in it. */
const nameOf = (name: string) => name.slice(0, 128).toWellFormed()

function readCall(call: unknown): PlannedCall | undefined {
  if (!isRecord(call)) return undefined
  const name = [call.tool_name, call.name, call.tool, call.node].find((value) => typeof value === 'string')
  const args = objectOf(call.arguments ?? call.args ?? {})
  return name === undefined || args === undefined ? undefined : { tool_name: nameOf(name), arguments: args }
}

function objectOf(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string') return isRecord(value) ? (value as JsonObject) : undefined
  const action = tolerant(value)
  return action as JsonObject | undefined
}

/** Reads an object with the tolerance that applies to the arguments of an action. */
function tolerant(json: string): Record<string, unknown> | undefined {
  try {
    return normalizeAction(`{"next_node": "${planningName}", "args": ${json}}`, { tools: [planningName], format: 'auto' }).action.args
  } catch {
    return undefined
  }
}

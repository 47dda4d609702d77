import { ActionError, type JsonObject, normalizeAction, type PlannerAction } from '@pf/core'
import { isRecord, type LocatedObject, locateObject } from '@pf/core/internal'
import { placeArguments } from '../../calls/place-arguments.ts'
import { assertCertain, readAction } from '../../calls/read-action.ts'
import { actionText, type ModelOutput } from '../../hooks/pass-output.ts'
import type { PlannedCall } from '../../plans/plan-types.ts'
import type { AgentTool } from '../../tools/agent-tool.ts'
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
export function readPlanning(output: Pick<ModelOutput, 'text' | 'calls'>, tools: ReadonlyMap<string, AgentTool>): Planning {
  // The first object counts, whether it is the arguments themselves or an action.
  const found = locateObject(actionText(output), (object) => isBare(object) || Object.hasOwn(object, 'next_node'))
  try {
    if (found && isBare(found.object)) return readBare(found, tools)
    const { alternates, reasoning = '', ...read } = readAction(output, { tools: [...tools.keys(), planningName], format: 'auto' })
    const doubts = read.doubts?.filter((doubt) => doubt !== 'several')
    assertCertain({ action: read.action, repairs: read.repairs, ...(doubts ? { doubts } : {}) }, tools)
    return readActions([placeArguments(read, tools), ...alternates], { reasoning, tools })
  } catch (error) {
    if (!isInstanceOf(error, ActionError)) throw error
    return { kind: 'unreadable', message: `The output was not a plan (${error.code}).` }
  }
}

/** Reads arguments of the planning call without a call around them. Throws ActionError if they may only have been considered, like an action. */
function readBare({ object, doubts }: LocatedObject, tools: ReadonlyMap<string, AgentTool>): Planning {
  const planning = readArgs(object, tools)
  if (planning.kind === 'unreadable') return planning
  const steps = planning.kind === 'calls' ? planning.calls.map(({ tool_name }) => ({ node: tool_name })) : []
  assertCertain(
    { action: planning.kind === 'calls' ? { next_node: 'plan', args: { steps } } : { next_node: 'final_response', args: planning.args }, doubts },
    tools,
  )
  return planning
}

/** Whether the object is the arguments of the planning call without a call around them. */
const isBare = ({ type }: Record<string, unknown>) => type === 'direct_response' || type === 'tool_calls'

function readActions([first, ...others]: PlannerAction[], { reasoning, tools }: { reasoning: string; tools: ReadonlyMap<string, AgentTool> }): Planning {
  if (!first) return { kind: 'unreadable', message: 'The output was empty.' }
  if (first.next_node === planningName) return readArgs(first.args, tools)
  if (first.next_node === 'final_response') return { kind: 'answer', args: first.args as JsonObject }
  if (first.next_node === 'plan') return readArgs({ type: 'tool_calls', reasoning, calls: first.args.steps }, tools)
  if (first.next_node === 'task') return { kind: 'unreadable', message: 'Background tasks cannot be part of a plan.' }
  const calls = [first, ...others].map(({ next_node, args }) => ({ tool_name: nameOf(next_node), arguments: args as JsonObject }))
  return { kind: 'calls', reasoning, calls }
}

function readArgs({ type, content, reasoning, calls }: Record<string, unknown>, tools: ReadonlyMap<string, AgentTool>): Planning {
  if (Array.isArray(calls) && type !== 'direct_response')
    return readCalls(
      calls.map((call) => readCall(call, tools)),
      typeof reasoning === 'string' ? reasoning : '',
    )
  if (typeof content === 'string' && content.trim() !== '' && type !== 'tool_calls') return { kind: 'answer', args: { answer: content } }
  return { kind: 'unreadable', message: 'A plan is a direct_response with content, or tool_calls with a list of calls.' }
}

function readCalls(calls: readonly (PlannedCall | undefined)[], reasoning: string): Planning {
  const whole = calls.filter((call) => call !== undefined)
  if (whole.length === calls.length) return { kind: 'calls', reasoning, calls: whole }
  return { kind: 'unreadable', message: `Call ${calls.indexOf(undefined)} of the plan has no tool_name, or its arguments are not an object.` }
}

/** Limits the length of a name, so that a model cannot pass text in it. */
const nameOf = (name: string) => name.slice(0, 128).toWellFormed()

const nameKeys = ['tool_name', 'name', 'tool', 'node', 'recipient_name']

/** Reads a call of a plan like an action that names its tool, with the same tolerance for names and locations of arguments. */
function readCall(call: unknown, tools: ReadonlyMap<string, AgentTool>): PlannedCall | undefined {
  const key = isRecord(call) ? nameKeys.find((each) => typeof call[each] === 'string') : undefined
  if (key === undefined) return undefined
  const { [key]: next_node, ...args } = call as Record<string, unknown>
  try {
    const action = placeArguments(normalizeAction({ ...args, next_node }, { tools: [...tools.keys()], format: 'auto' }), tools)
    return { tool_name: nameOf(action.next_node), arguments: action.args as JsonObject }
  } catch (error) {
    if (!isInstanceOf(error, ActionError)) throw error
    return undefined
  }
}

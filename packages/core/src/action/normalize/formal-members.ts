import type { BesideMembers, PlannerAction } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import { isArgsName, isNoArgument } from '../shape/call-args.ts'

/** Matches keys that contain the name of a call. They are never arguments. */
const structural = /^(?:next_node|node|tool|tool_name|name|function|action|recipient_name)$/
const thoughts = /^(?:thought|reasoning)$/
const envelopeType = /^(?:function|tool)(?:_call|_use)?$/
const wrappers = ['action', 'tool_call', 'function_call', 'function'] as const

/** Returns the members that were omitted from the arguments of an action, or of the calls of a plan, because they belong to its form. */
export function formalMembers(root: unknown, { next_node, args }: PlannerAction): BesideMembers[] {
  if (next_node === 'final_response' || next_node === 'task') return []
  if (next_node !== 'plan') return listOf(recordOf(root), undefined)
  const steps = stepsOf(root)
  // If a step was dropped, the indexes belong to other steps.
  return Array.isArray(args.steps) && args.steps.length === steps.length ? steps.flatMap(listOf) : []
}

/** Returns the dropped steps of a plan that have no name. They may be the arguments of another step. */
export function unnamedSteps(root: unknown, { next_node }: PlannerAction): Record<string, unknown>[] {
  if (next_node !== 'plan') return []
  return stepsOf(root)
    .filter(isRecord)
    .filter((step) => !Object.keys(step).some((key) => structural.test(key)))
}

/** Returns the object that contains the name of the action: the root, or the object in its only member or in a known wrapper. */
function recordOf(root: unknown): unknown {
  if (!isRecord(root) || Object.hasOwn(root, 'next_node')) return root
  const keys = Object.keys(root)
  const key = wrappers.find((name) => isRecord(getOwn(root, name))) ?? (keys.length === 1 ? keys[0] : undefined)
  const inner = key === undefined ? undefined : getOwn(root, key)
  return isRecord(inner) ? inner : root
}

function stepsOf(root: unknown): unknown[] {
  const record = recordOf(root)
  const args = getOwn(record, 'args')
  const found = [getOwn(args, 'steps'), getOwn(args, 'plan'), getOwn(args, 'tool_uses'), args, getOwn(record, 'plan')].find(Array.isArray)
  return found ?? []
}

function listOf(record: unknown, step: number | undefined): BesideMembers[] {
  if (!isRecord(record)) return []
  const isEnvelope = envelopeType.test(String(getOwn(record, 'type'))) && Object.keys(record).some(isArgsName)
  const members = Object.entries(record).filter(([key]) => isFormal(record, key) && (thoughts.test(key) || !isEnvelope))
  if (members.length === 0) return []
  return [{ ...(step === undefined ? {} : { step }), members: Object.fromEntries(members) }]
}

/** In the five-field form, `plan` and `join` are null. */
const isFormal = (record: Record<string, unknown>, key: string) => record[key] !== null && !structural.test(key) && isNoArgument(record, key)

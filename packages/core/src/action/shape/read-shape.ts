import { getOwn, isRecord } from '../../json/records.ts'
import { isText } from '../scan/action-tree.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { answerShape } from './answer-args.ts'
import { ambiguous, argsKey, aroundEnvelope, differs, isArgsName, isEmpty, readCallArgs, readObject } from './call-args.ts'
import { type NodeName, readNodeName } from './opcodes.ts'
import { isPlanLike, planShape } from './plan-args.ts'
import { refuse, type Shape, type ShapeMismatch } from './shape-result.ts'
import { taskShape } from './task-args.ts'

type Result = Shape | ShapeMismatch
type Data = Record<string, unknown>

const nameKeys = ['action', 'tool', 'tool_name', 'name', 'function', 'function_name'] as const
const listKeys = ['tool_calls', 'actions', 'content'] as const
const wrapperKeys = ['action', 'tool_call', 'function_call', 'function'] as const

/** Reads an object as an action: the two-field form, the five-field form, mixtures of both, and the forms of other frameworks. */
export function readShape(value: unknown, settings: ActionSettings): Result {
  if (!isRecord(value)) return { ...refuse('no_action', 'An action must be a JSON object with next_node and args.'), foreign: true }
  const strict = settings.format === 'auto' ? undefined : refuseForeign(value, settings)
  if (strict) return strict
  if (Object.hasOwn(value, 'next_node')) return byNextNode(value, settings)
  if (isPlanLike(getOwn(value, 'plan'))) return legacyPlan(value, settings)
  return settings.format === 'auto' ? readForeign(value, settings) : noNode(value)
}

function readForeign(value: Data, settings: ActionSettings): Result {
  return byAlias(value, settings) ?? inWrapper(value, settings) ?? inList(value, settings) ?? bareAnswer(value, settings) ?? noNode(value)
}

function noNode(value: Data): ShapeMismatch {
  const hint = ['args', 'thought', 'join', 'plan', 'reasoning'].some((key) => Object.hasOwn(value, key))
  if (hint) return refuse('missing_next_node', 'The object has no next_node.')
  return { ...refuse('no_action', 'The object is not an action: next_node and args are missing.'), foreign: true }
}

function byNextNode(value: Data, settings: ActionSettings): Result {
  const next = value.next_node
  const hasPlan = isPlanLike(getOwn(value, 'plan'))
  if (next === null || next === undefined) return hasPlan ? legacyPlan(value, settings) : terminal(value, settings)
  const name = typeof next === 'string' ? readNodeName(next, settings.tools) : undefined
  if (!name) return refuse('bad_next_node', 'next_node must be the name of a tool, plan, task or final_response.')
  return name.kind === 'tool' && hasPlan ? legacyPlan(value, settings) : byName(name, value, ['next_node'], settings)
}

/** Reads the arguments that belong to a name. `nameKeys` are the keys that name the node. */
function byName(name: NodeName, value: Data, nameKeys: readonly string[], settings: ActionSettings): Result {
  const result = name.kind === 'tool' || name.kind === 'task' ? ofCall(name, value, nameKeys, settings) : ofOpcode(name, value, settings)
  if (result.ok && !name.exact) result.repairs.push('opcode_alias')
  if (result.ok && name.resolved) result.repairs.push('tool_name')
  return result
}

function ofCall(name: NodeName, value: Data, nameKeys: readonly string[], settings: ActionSettings): Result {
  const read = readCallArgs(value, nameKeys, settings)
  if (!read.ok) return read
  const { args, source, beside, repairs } = read
  if (settings.format !== 'auto' && repairs.some((kind) => kind === 'alias_shape' || kind === 'args_beside')) return refuse('no_action', notHere)
  if (name.kind === 'task') return withRepairs(taskShape(args, name.mode, settings), repairs)
  return { ok: true, action: { next_node: name.node, args }, source, fromPlan: false, repairs, ...(beside ? { beside: [{ members: beside }] } : {}) }
}

/** Reads the arguments of an opcode. If `args` is missing, the names used by other frameworks are tried. */
function ofOpcode(name: NodeName, value: Data, settings: ActionSettings): Result {
  const key = (settings.format === 'auto' ? argsKey(value) : undefined) ?? 'args'
  const args = getOwn(value, key)
  const top = getOwn(value, 'plan')
  const shape =
    name.kind === 'final_response'
      ? answerShape(args, value, settings)
      : planShape(isPlanLike(args) || !isPlanLike(top) ? inString(args, settings) : top, getOwn(value, 'join'), settings)
  return withRepairs(shape, key === 'args' ? [] : ['alias_shape'])
}

function inString(args: unknown, settings: ActionSettings): unknown {
  return typeof args === 'string' ? readObject(args, settings) : args
}

function terminal(value: Data, settings: ActionSettings): Result {
  return withRepairs(answerShape(getOwn(value, 'args'), value, settings), ['legacy_shape'])
}

function legacyPlan(value: Data, settings: ActionSettings): Result {
  const shape = withRepairs(planShape(value.plan, getOwn(value, 'join'), settings), ['legacy_shape'])
  return shape.ok ? { ...shape, fromPlan: true } : shape
}

function byAlias(value: Data, settings: ActionSettings): Result | undefined {
  const nameKey = nameKeys.find((key) => typeof getOwn(value, key) === 'string')
  if (nameKey === undefined) return undefined
  const name = readNodeName(value[nameKey] as string, settings.tools)
  if (!name || (argsKey(value) === undefined && !settings.tools.includes(name.node))) return undefined
  return withRepairs(byName(name, value, [nameKey], settings), ['alias_shape'])
}

/** Matches names of members that contain reasoning. An action in them is not read. */
const considered = /think|thought|reason|analy|draft/i

/** Reads an action inside a wrapper: a single key whose object has a string `next_node`, or a known envelope around any form. */
function inWrapper(value: Data, settings: ActionSettings): Result | undefined {
  const [name = '', ...others] = Object.keys(value)
  const only = others.length === 0 && !considered.test(name) ? getOwn(value, name) : undefined
  if (typeof getOwn(only, 'next_node') === 'string') return withRepairs(byNextNode(only as Data, settings), ['wrapper'])
  const key = wrapperKeys.find((name) => isRecord(getOwn(value, name)))
  if (key === undefined) return undefined
  const around = aroundEnvelope(value, key)
  const envelope = { ...around, ...(value[key] as Data) }
  if (Object.keys(around).some((name) => differs(envelope, name, around[name]))) return ambiguous()
  const inner = Object.hasOwn(envelope, 'next_node') ? byNextNode(envelope, settings) : byAlias(envelope, settings)
  return inner && withRepairs(inner, ['wrapper'])
}

/** Reads a list of calls as sent by model providers. The first call is used; texts beside the calls are skipped, unusable calls are not. */
function inList(value: Data, settings: ActionSettings): Result | undefined {
  const key = listKeys.find((name) => Array.isArray(getOwn(value, name)))
  if (key === undefined) return undefined
  for (const item of value[key] as unknown[]) {
    const shape = readShape(item, settings)
    if (!shape.ok && shape.foreign) continue
    const isSplit = Object.keys(value).some((name) => isArgsName(name) && !isEmpty(value[name]))
    return isSplit ? ambiguous() : withRepairs(shape, ['wrapper'])
  }
  return undefined
}

function bareAnswer(value: Data, settings: ActionSettings): Result | undefined {
  if (!['answer', 'raw_answer'].some((key) => isText(getOwn(value, key)))) return undefined
  return withRepairs(answerShape(value, value, settings), ['flat_answer'])
}

function withRepairs(result: Result, added: readonly RepairKind[]): Result {
  return result.ok ? { ...result, repairs: [...result.repairs, ...added] } : result
}

/** Refuses all other forms if the format is `unified` or `legacy`. */
function refuseForeign(value: Data, settings: ActionSettings): ShapeMismatch | undefined {
  return settings.format === 'unified' ? refuseForUnified(value) : refuseForLegacy(value, settings)
}

const notHere = 'The action is not of the form that the option `format` allows.'

function refuseForUnified(value: Data): ShapeMismatch | undefined {
  if (!Object.hasOwn(value, 'next_node')) return noNode(value)
  if (typeof value.next_node !== 'string') return refuse('bad_next_node', notHere)
  const args = getOwn(value, 'args')
  if (args !== undefined && !isRecord(args)) return refuse('no_action', notHere)
  const extra = ['plan', 'join'].some((key) => (getOwn(value, key) ?? null) !== null)
  return extra ? refuse('no_action', notHere) : undefined
}

function refuseForLegacy(value: Data, settings: ActionSettings): ShapeMismatch | undefined {
  const next = getOwn(value, 'next_node')
  const name = typeof next === 'string' ? readNodeName(next, settings.tools) : undefined
  if (!name || name.kind === 'tool') return undefined
  return refuse('no_action', notHere)
}

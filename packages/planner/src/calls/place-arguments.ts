import { ActionError, type BesideMembers, type NormalizedAction, type PlannerAction } from '@pf/core'
import { getOwn, isArgsName, isRecord, setOwn } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'
import { assertNothingApart, type WrittenCall } from './apart-arguments.ts'
import { isRemark } from './remarks.ts'

type Data = Record<string, unknown>
type Tool = Pick<AgentTool, 'input'>
type Tools = ReadonlyMap<string, Tool>

/**
 * Moves the arguments of an action to their locations in the schema of its tool: those beside `args`, those inside a nested `arguments`, and a
 * thought if the tool has a parameter of that name. Nothing in the output that may be an argument is dropped. Throws ActionError
 * `ambiguous_args` if two readings differ.
 */
export function placeArguments(normalized: Omit<NormalizedAction, 'alternates'>, tools: Tools): PlannerAction {
  const { action, beside, formal } = normalized
  const calls: WrittenCall[] = []
  const place = (name: unknown, args: Data, extra: Extra): Data => {
    const tool = tools.get(String(name))
    const whole = tool ? placed(tool, args, extra) : args
    calls.push({ tool, args: whole })
    return whole
  }
  const placeStep = (call: unknown, index: number) => {
    if (!isRecord(call) || !isRecord(call.args)) return call
    return { ...call, args: place(call.node, call.args, { beside: membersOf(beside, index), formal: membersOf(formal, index) }) }
  }
  const args = (() => {
    const { next_node, args: given } = action
    if (next_node === 'plan') return placeSteps(given, placeStep)
    if (next_node === 'task') return placeTask(given, place)
    return place(next_node, given, { beside: membersOf(beside, undefined), formal: membersOf(formal, undefined) })
  })()
  assertNothingApart(normalized, calls)
  return { ...action, args }
}

const membersOf = (list: readonly BesideMembers[] = [], index: number | undefined) => list.find(({ step }) => step === index)?.members

function placeSteps({ steps, join, ...rest }: Data, place: (call: unknown, index: number) => unknown): Data {
  const list: unknown[] = Array.isArray(steps) ? steps : []
  return { ...rest, steps: list.map(place), ...(join === undefined ? {} : { join: place(join, list.length) }) }
}

/** Members of a task that its tool has as parameters are arguments of the tool. Others may describe the task. */
function placeTask(args: Data, place: (name: unknown, args: Data, extra: Extra) => Data): Data {
  const { tool, tool_args: given } = args
  if (args.mode !== 'job' || !isRecord(given)) return args
  const { mode: _mode, tool: _tool, tool_args: _given, name: _name, ...others } = args
  return { ...args, tool_args: place(tool, given, { formal: others }) }
}

/** Members beside the arguments of a call. Those in `formal` have another meaning, unless the tool has a parameter of that name. */
interface Extra {
  beside?: Data | undefined
  formal?: Data | undefined
}

function placed({ input }: Tool, args: Data, { beside = {}, formal = {} }: Extra): Data {
  const properties = getOwn(input, 'properties')
  const known = isRecord(properties) && Object.keys(properties).length > 0 ? properties : undefined
  const whole = { ...(known ? unwrapped(args, known) : args) }
  for (const [name, value] of Object.entries(beside)) {
    if (known && !Object.hasOwn(known, name) && !isRemark(name)) throw ambiguous()
    if (known ? Object.hasOwn(known, name) : !isRemark(name)) addArgument(whole, name, value)
  }
  for (const [name, value] of Object.entries(formal)) if (known && Object.hasOwn(known, name)) addFormal(whole, { name, value, schema: known[name] })
  return whole
}

/** Unwraps arguments in a further container, such as `{"args": {"arguments": {…}}}`, unless the tool has an argument with that name. */
function unwrapped(args: Data, known: Data): Data {
  const inner = Object.keys(args).find((name) => isArgsName(name) && !Object.hasOwn(known, name) && isRecord(args[name]))
  if (inner === undefined) return args
  const { [inner]: members, ...rest } = args
  const whole: Data = { ...rest }
  for (const [name, value] of Object.entries(members as Data)) addArgument(whole, name, value)
  return unwrapped(whole, known)
}

function addArgument(args: Data, name: string, value: unknown): void {
  if (!Object.hasOwn(args, name)) setOwn(args, name, value)
  else if (JSON.stringify(args[name]) !== JSON.stringify(value)) throw ambiguous()
}

/** A thought is an argument if the tool has a parameter for it. Whether another member is an argument or, for example, the id of the call is not known. */
function addFormal(args: Data, { name, value, schema }: { name: string; value: unknown; schema: unknown }): void {
  if (Object.hasOwn(args, name) || !fits(value, schema)) return
  if (name !== 'thought' && name !== 'reasoning') throw ambiguous()
  setOwn(args, name, value)
}

/** True if a value has the type of the schema, or if the schema does not have a single type. */
function fits(value: unknown, schema: unknown): boolean {
  const type = getOwn(schema, 'type')
  if (typeof type !== 'string') return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  return type === 'integer' ? typeof value === 'number' : typeof value === type
}

const ambiguous = () => new ActionError('ambiguous_args', 'A value outside the arguments of the call may also be an argument.')

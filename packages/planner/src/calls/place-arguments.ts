import { ActionError, type NormalizedAction, type PlannerAction } from '@pf/core'
import { getOwn, isArgsName, isRecord, setOwn } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'

type Data = Record<string, unknown>
type Tools = ReadonlyMap<string, AgentTool>

/** True for names of remarks that models write beside the arguments of a call. */
const isRemark = (name: string) =>
  /note|comment|confidence|explanation|rationale|justification|reason|thought|thinking|analysis|summary|status|step|goal/i.test(name)

/**
 * Moves the arguments of an action to their locations in the schema of its tool: those beside `args`, and those inside a nested
 * `arguments`. Nothing that may be an argument is dropped. Throws ActionError `ambiguous_args` if two readings differ.
 */
export function placeArguments({ action, beside = [] }: Pick<NormalizedAction, 'action' | 'beside'>, tools: Tools): PlannerAction {
  const besideOf = (index: number | undefined) => beside.find(({ step }) => step === index)?.members
  if (action.next_node !== 'plan') return { ...action, args: placed(tools.get(action.next_node), action.args, besideOf(undefined)) }
  const place = (call: unknown, index: number) =>
    isRecord(call) && isRecord(call.args) ? { ...call, args: placed(tools.get(String(call.node)), call.args, besideOf(index)) } : call
  const { steps, join, ...rest } = action.args
  const list = Array.isArray(steps) ? steps : []
  const placedJoin = join === undefined ? {} : { join: place(join, list.length) }
  return { ...action, args: { ...rest, steps: list.map(place), ...placedJoin } }
}

/** Returns the arguments of one call. Those of an unknown tool are not changed. */
function placed(tool: Pick<AgentTool, 'input'> | undefined, args: Data, beside: Data = {}): Data {
  if (!tool) return args
  const properties = getOwn(tool.input, 'properties')
  const known = isRecord(properties) && Object.keys(properties).length > 0 ? properties : undefined
  const found = known ? unwrapped(args, known) : args
  const extra = Object.entries(beside).filter(([name]) => (known ? Object.hasOwn(known, name) : true) || !isRemark(name))
  if (extra.length === 0) return found
  const whole = { ...found }
  for (const [name, value] of extra) {
    if (known && !Object.hasOwn(known, name)) throw ambiguous()
    addArgument(whole, name, value)
  }
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

const ambiguous = () => new ActionError('ambiguous_args', 'A value outside the arguments of the call may also be an argument.')

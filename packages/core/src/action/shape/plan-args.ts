import type { PlanArgs, PlanJoin, PlanStep } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { isEmpty, readCallArgs } from './call-args.ts'
import { resolveToolName } from './opcodes.ts'
import { refuse, type Shape, type ShapeMismatch } from './shape-result.ts'

const nodeKeys = ['node', 'next_node', 'tool', 'tool_name', 'name', 'action', 'recipient_name'] as const

/** A call of a plan, and the members beside its arguments. */
interface ReadCall {
  step: PlanStep
  beside?: Record<string, unknown> | undefined
  repairs: RepairKind[]
}

/** Reads the arguments of a plan. Steps and a join without a node are dropped; arguments default to `{}`. */
export function planShape(source: unknown, join: unknown, settings: ActionSettings): Shape | ShapeMismatch {
  const list = stepList(source)
  if (!list) return refuse('no_action', 'plan needs args.steps, a list of {node, args}.')
  const repairs: RepairKind[] = []
  const calls: ReadCall[] = []
  for (const item of list) {
    const call = readStep(item, settings)
    if (call && 'code' in call) return call
    if (call) calls.push(call)
  }
  if (calls.length < list.length) repairs.push('step_dropped')
  if (calls.length === 0) return refuse('no_action', 'plan must have at least one step with a node.')
  const read = readJoin(isRecord(source) ? (getOwn(source, 'join') ?? join) : join, settings)
  if (read && 'code' in read) return read
  const steps = calls.map(({ step }) => step)
  const args: PlanArgs & Record<string, unknown> = isRecord(source) ? { ...withoutPlanKeys(source), steps } : { steps }
  if (read?.join) args.join = read.join
  const all = [...calls, ...(read ? [read] : [])]
  const beside = all.flatMap(({ beside: members }, step) => (members ? [{ step, members }] : []))
  repairs.push(...all.flatMap((call) => call.repairs))
  return { ok: true, action: { next_node: 'plan', args }, source, fromPlan: false, repairs, ...(beside.length > 0 ? { beside } : {}) }
}

/** True for a value that can be read as a plan with at least one step. */
export function isPlanLike(value: unknown): boolean {
  const list = stepList(value)
  return list !== undefined && list.length > 0
}

function stepList(source: unknown): unknown[] | undefined {
  if (Array.isArray(source)) return source
  const steps = getOwn(source, 'steps') ?? getOwn(source, 'plan') ?? getOwn(source, 'tool_uses')
  return Array.isArray(steps) ? steps : undefined
}

function withoutPlanKeys(source: Record<string, unknown>): Record<string, unknown> {
  const { steps: _steps, join: _join, tool_uses: _uses, ...rest } = source
  if (!Array.isArray(getOwn(source, 'steps'))) delete rest.plan
  return rest
}

function readStep(item: unknown, settings: ActionSettings): ReadCall | ShapeMismatch | undefined {
  if (!isRecord(item)) return undefined
  const key = nodeKeys.find((name) => firstText(item[name]) !== undefined)
  return key === undefined ? undefined : readCall(item, [key], settings)
}

/** Reads a call. Its name is the string under the first key. A call with unusable arguments is dropped; a call with arguments in two places is not. */
function readCall(item: Record<string, unknown>, keys: [string, ...string[]], settings: ActionSettings): ReadCall | ShapeMismatch | undefined {
  const read = readCallArgs(item, keys, settings)
  if (!read.ok) return read.code === 'ambiguous_args' ? read : undefined
  const name = firstText(item[keys[0]]) ?? ''
  const node = resolveToolName(name, settings.tools)
  const repairs = [...read.repairs.filter((kind) => kind === 'args_beside'), ...(node === name ? [] : (['tool_name'] as const))]
  return { step: { node, args: read.args }, beside: read.beside, repairs }
}

function firstText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function readJoin(join: unknown, settings: ActionSettings): (Omit<ReadCall, 'step'> & { join?: PlanJoin }) | ShapeMismatch | undefined {
  if (join === null || join === undefined) return undefined
  const given = typeof join === 'string' ? { node: join } : join
  const call = isRecord(given) && firstText(getOwn(given, 'node')) !== undefined ? readCall(given, ['node', 'inject'], settings) : undefined
  if (call === undefined) return { repairs: ['join_dropped'] }
  if ('code' in call) return call
  const { step, ...rest } = call
  const inject = getOwn(given, 'inject')
  const read: PlanJoin = { node: step.node }
  if (!isEmpty(step.args) || isRecord(getOwn(given, 'args'))) read.args = step.args
  if (isRecord(inject)) read.inject = inject
  return { ...rest, join: read }
}

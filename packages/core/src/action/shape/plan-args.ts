import type { PlanArgs, PlanJoin, PlanStep } from '../../contracts/action.ts'
import { getOwn, isRecord } from '../../json/records.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { innerText } from './inner-text.ts'
import { refuse, type Shape, type ShapeMismatch } from './shape-result.ts'

const nodeKeys = ['node', 'next_node', 'tool', 'tool_name', 'name', 'action'] as const
const argKeys = ['args', 'arguments', 'action_input', 'tool_input', 'tool_args', 'parameters', 'input'] as const

/** Reads the arguments of a plan. Drops steps and a join without a node; arguments default to `{}`. */
export function planShape(source: unknown, join: unknown, settings: ActionSettings): Shape | ShapeMismatch {
  const list = stepList(source)
  if (!list) return refuse('no_action', 'plan needs args.steps, a list of {node, args}.')
  const repairs: RepairKind[] = []
  const steps = list.map((item) => readStep(item, settings)).filter((step) => step !== undefined)
  if (steps.length < list.length) repairs.push('step_dropped')
  if (steps.length === 0) return refuse('no_action', 'plan has no step with a node.')
  const read = readJoin(isRecord(source) ? (getOwn(source, 'join') ?? join) : join, repairs)
  const args: PlanArgs & Record<string, unknown> = isRecord(source) ? { ...withoutPlanKeys(source), steps } : { steps }
  if (read) args.join = read
  return { ok: true, action: { next_node: 'plan', args }, source, fromPlan: false, repairs }
}

/** True for a value that can be read as a plan with at least one step. */
export function isPlanLike(value: unknown): boolean {
  const list = stepList(value)
  return list !== undefined && list.length > 0
}

function stepList(source: unknown): unknown[] | undefined {
  if (Array.isArray(source)) return source
  const steps = getOwn(source, 'steps') ?? getOwn(source, 'plan')
  return Array.isArray(steps) ? steps : undefined
}

function withoutPlanKeys(source: Record<string, unknown>): Record<string, unknown> {
  const { steps: _steps, join: _join, ...rest } = source
  if (!Array.isArray(getOwn(source, 'steps'))) delete rest.plan
  return rest
}

function readStep(item: unknown, settings: ActionSettings): PlanStep | undefined {
  if (!isRecord(item)) return undefined
  const node = firstString(item)
  const key = Object.hasOwn(item, 'args') ? 'args' : argKeys.find((name) => Object.hasOwn(item, name))
  const args = readObject(key === undefined ? undefined : item[key], settings)
  return node === undefined || args === undefined ? undefined : { node, args }
}

function firstString(item: Record<string, unknown>): string | undefined {
  for (const key of nodeKeys) {
    const value = getOwn(item, key)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** Reads an object, or a string that holds one. A missing value and an empty string give `{}`; anything else gives undefined. */
export function readObject(value: unknown, settings: ActionSettings): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return {}
  if (isRecord(value)) return value
  if (typeof value !== 'string') return undefined
  if (value.trim() === '') return {}
  const inner = innerText(value, settings.maxDepth)
  return inner.kind === 'object' ? inner.value : undefined
}

function readJoin(join: unknown, repairs: RepairKind[]): PlanArgs['join'] {
  if (join === null || join === undefined) return undefined
  if (typeof join === 'string' && join.trim() !== '') return { node: join.trim() }
  const node = getOwn(join, 'node')
  if (!isRecord(join) || typeof node !== 'string' || node.trim() === '') {
    repairs.push('join_dropped')
    return undefined
  }
  const args = getOwn(join, 'args')
  const inject = getOwn(join, 'inject')
  const read: PlanJoin = { node: node.trim() }
  if (isRecord(args)) read.args = args
  if (isRecord(inject)) read.inject = inject
  return read
}

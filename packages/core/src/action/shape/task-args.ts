import { getOwn } from '../../json/records.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { isArgsName, readCallArgs } from './call-args.ts'
import type { Shape, ShapeMismatch } from './shape-result.ts'

const upper = (value: string) =>
  value
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
const lower = (value: string) => value.trim().toLowerCase()
const merge = { values: ['HUMAN_GATED', 'APPEND', 'REPLACE'], write: upper }
const enums = new Map([
  ['merge_strategy', merge],
  ['group_merge_strategy', merge],
  ['mode', { values: ['subagent', 'job'], write: lower }],
  ['group_report', { values: ['all', 'any', 'none'], write: lower }],
])
const booleans = ['group_sealed', 'retain_turn'] as const
const texts = ['name', 'group', 'group_id', 'schedule', 'time_zone'] as const

/** Reads the arguments of a task. Enums are accepted in any letter case, a query takes precedence over a tool, and a field with a wrong type is dropped. */
export function taskShape(given: Record<string, unknown>, mode: 'subagent' | 'job' | undefined, settings: ActionSettings): Shape | ShapeMismatch {
  const args = { ...given }
  const repairs: RepairKind[] = []
  const drop = (key: string) => {
    delete args[key]
    repairs.push('field_dropped')
  }
  for (const [key, { values, write }] of enums) readEnum(args, key, (value) => values.find((known) => known === write(value)), drop)
  for (const key of booleans) if (getOwn(args, key) !== undefined && typeof getOwn(args, key) !== 'boolean') drop(key)
  for (const key of texts) if (getOwn(args, key) !== undefined && typeof getOwn(args, key) !== 'string') drop(key)
  const fault = readMode(args, mode, settings)
  return fault ?? { ok: true, action: { next_node: 'task', args }, source: given, fromPlan: false, repairs }
}

function readEnum(args: Record<string, unknown>, key: string, find: (value: string) => string | undefined, drop: (key: string) => void): void {
  const value = getOwn(args, key)
  if (value === undefined) return
  const known = typeof value === 'string' ? find(value) : undefined
  if (known === undefined) drop(key)
  else args[key] = known
}

function readMode(args: Record<string, unknown>, mode: 'subagent' | 'job' | undefined, settings: ActionSettings): ShapeMismatch | undefined {
  const query = getOwn(args, 'query')
  const tool = getOwn(args, 'tool') ?? getOwn(args, 'tool_name')
  if (typeof query === 'string' && query.trim() !== '') asSubagent(args)
  else if (typeof tool === 'string' && tool.trim() !== '') return asJob(args, tool.trim(), settings)
  else if (mode) args.mode = mode
  return undefined
}

function asSubagent(args: Record<string, unknown>): void {
  args.mode = 'subagent'
  for (const key of ['tool', 'tool_name', 'tool_args']) delete args[key]
}

function asJob(args: Record<string, unknown>, tool: string, settings: ActionSettings): ShapeMismatch | undefined {
  const given = Object.keys(args).filter((key) => isArgsName(key.replace(/\..*/, '')))
  const read = readCallArgs(Object.fromEntries(given.map((key) => [key, args[key]])), [], settings)
  if (!read.ok) return read
  for (const key of [...given, 'query', 'tool_name']) delete args[key]
  Object.assign(args, { mode: 'job', tool, tool_args: read.args })
  return undefined
}

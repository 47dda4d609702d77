import { toJson } from '@pf/artifacts'
import type { GroupReport, JsonObject, MergeStrategy, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readSchedule, type Schedule } from '../tasks/schedule.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'

/** The work of a task: a query for a subagent, or one call of a tool. */
export type TaskWork = { mode: 'subagent'; query: string } | { mode: 'job'; tool: string; tool_args: JsonObject; idempotent: boolean }

/** The validated arguments of a `task`. Members that the model omitted are absent. */
export interface TaskRequest {
  name: string
  work: TaskWork
  merge_strategy?: MergeStrategy
  group?: string
  group_id?: string
  group_sealed?: boolean
  group_report?: GroupReport
  group_merge_strategy?: MergeStrategy
  retain_turn: boolean
  schedule?: Schedule
}

type Read = { ok: true; task: TaskRequest } | { ok: false; issues: ValidationIssue[] }

const strategies: readonly MergeStrategy[] = ['HUMAN_GATED', 'APPEND', 'REPLACE']
const reports: readonly GroupReport[] = ['all', 'any', 'none']
const nameChars = 120
const queryChars = 20_000

/** Returns one fault of the arguments of a task. */
export const taskIssue = (pointer: string, expected: string): ValidationIssue => ({ code: 'invalid_input', pointer, expected })

/** Settings for reading a task. */
export interface ReadOptions {
  /** The tools that a job may call. */
  jobs: ReadonlyMap<string, AgentTool>
  /** The time zone of schedules that name none. */
  time_zone: string
  /** The current time in milliseconds since the epoch. */
  now: number
}

/** Validates the arguments of a `task` without considering any group. */
export function readTask(args: Record<string, unknown>, { jobs, time_zone, now }: ReadOptions): Read {
  const mode = typeof args.mode === 'string' ? args.mode.toLowerCase() : args.query === undefined ? 'job' : 'subagent'
  const work = mode === 'subagent' ? queryOf(args) : mode === 'job' ? jobOf(args, jobs) : { issues: [taskIssue('/mode', 'subagent or job')] }
  const planned = scheduleOf(args, { time_zone, now })
  const issues = [...work.issues, ...fieldIssues(args), ...planned.issues]
  if (issues.length > 0 || !work.work) return { ok: false, issues }
  const given = typeof args.name === 'string' ? args.name.trim() : ''
  const name = (given === '' ? String(args.query ?? args.tool) : given).slice(0, nameChars).toWellFormed()
  return { ok: true, task: { name, work: work.work, ...fieldsOf(args), ...(planned.schedule ? { schedule: planned.schedule } : {}) } }
}

function fieldsOf(args: Record<string, unknown>): Omit<TaskRequest, 'name' | 'work'> {
  const merge_strategy = strategyOf(args.merge_strategy)
  const group_merge_strategy = strategyOf(args.group_merge_strategy)
  const group_report = reports.find((report) => report === args.group_report)
  return {
    ...(merge_strategy ? { merge_strategy } : {}),
    ...(typeof args.group === 'string' ? { group: args.group.toWellFormed() } : {}),
    ...(typeof args.group_id === 'string' ? { group_id: args.group_id.toWellFormed() } : {}),
    ...(typeof args.group_sealed === 'boolean' ? { group_sealed: args.group_sealed } : {}),
    ...(group_report ? { group_report } : {}),
    ...(group_merge_strategy ? { group_merge_strategy } : {}),
    retain_turn: args.retain_turn === true,
  }
}

interface Work {
  issues: ValidationIssue[]
  work?: TaskWork
}

function queryOf({ query }: Record<string, unknown>): Work {
  if (typeof query !== 'string' || query.trim() === '') return { issues: [taskIssue('/query', 'what the subagent has to do')] }
  return { issues: [], work: { mode: 'subagent', query: query.slice(0, queryChars).toWellFormed() } }
}

function jobOf({ tool: name, tool_args = {} }: Record<string, unknown>, jobs: ReadonlyMap<string, AgentTool>): Work {
  const tool = typeof name === 'string' ? jobs.get(name) : undefined
  if (tool?.work.kind !== 'host')
    return { issues: [taskIssue('/tool', `a tool that may run in the background: ${[...jobs.keys()].slice(0, 20).join(', ') || 'there is none'}`)] }
  if (!isRecord(tool_args)) return { issues: [taskIssue('/tool_args', 'an object')] }
  const checked = checkArgs(tool, tool_args)
  if (!checked.ok) return { issues: checked.issues.map((fault) => ({ ...fault, pointer: `/tool_args${fault.pointer}` })) }
  return { issues: [], work: { mode: 'job', tool: tool.name, tool_args: toJson(checked.args) as JsonObject, idempotent: tool.idempotent } }
}

function fieldIssues(args: Record<string, unknown>): ValidationIssue[] {
  const is = (key: string, fits: (value: unknown) => boolean, expected: string) =>
    args[key] == null || fits(args[key]) ? [] : [taskIssue(`/${key}`, expected)]
  const short = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= 200
  const merges = (value: unknown) => strategyOf(value) !== undefined
  const flag = (value: unknown) => typeof value === 'boolean'
  const grouped = args.group != null || args.group_id != null
  const faults = [
    ...is('merge_strategy', merges, strategies.join(', ')),
    ...is('group_merge_strategy', merges, strategies.join(', ')),
    ...is('group', short, 'a name of at most 200 characters'),
    ...is('group_id', short, 'an id of at most 200 characters'),
    ...is('group_sealed', flag, 'true or false'),
    ...is('retain_turn', flag, 'true or false'),
    ...is('group_report', (value) => reports.some((report) => report === value), reports.join(', ')),
  ]
  const needsGroup = ['group_sealed', 'group_report', 'group_merge_strategy'].filter((key) => !grouped && args[key] != null)
  return faults.length > 0 ? faults : needsGroup.map((key) => taskIssue(`/${key}`, 'no value, unless group or group_id identifies the group'))
}

function scheduleOf(args: Record<string, unknown>, { time_zone: zone, now }: Omit<ReadOptions, 'jobs'>): { issues: ValidationIssue[]; schedule?: Schedule } {
  const { schedule: text, time_zone = zone } = args
  if (text == null) return { issues: args.time_zone == null ? [] : [taskIssue('/time_zone', 'no value without schedule')] }
  const together = ['group', 'group_id', 'group_sealed', 'group_report', 'group_merge_strategy'].filter((key) => args[key] != null)
  const issues = together.map((key) => taskIssue(`/${key}`, 'no value for a task with a schedule, which belongs to no group'))
  if (args.retain_turn === true) issues.push(taskIssue('/retain_turn', 'false for a task with a schedule'))
  const read = readSchedule(text, time_zone, now)
  if (!read.ok) issues.push(taskIssue(`/${read.field}`, read.expected))
  return read.ok && issues.length === 0 ? { issues, schedule: read.schedule } : { issues }
}

const strategyOf = (value: unknown) => strategies.find((strategy) => typeof value === 'string' && strategy === value.toUpperCase())

import { toJson } from '@pf/artifacts'
import type { JsonObject, MergeStrategy, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** A task for the queue. */
interface TaskRequest {
  name: string
  group_id?: string
  payload: JsonObject
}

type Read = { ok: true; task: TaskRequest } | { ok: false; issues: ValidationIssue[] }

const strategies: readonly MergeStrategy[] = ['HUMAN_GATED', 'APPEND', 'REPLACE']
const nameChars = 120
const queryChars = 20_000

/** Checks the arguments of a `task`: a query for a subagent, or one call of a host tool as a job. */
export function readTask(args: Record<string, unknown>, tools: ReadonlyMap<string, AgentTool>): Read {
  const mode = typeof args.mode === 'string' ? args.mode.toLowerCase() : args.query === undefined ? 'job' : 'subagent'
  const work = mode === 'subagent' ? queryOf(args) : mode === 'job' ? jobOf(args, tools) : { issues: [issue('/mode', 'subagent or job')] }
  const issues = [...work.issues, ...restIssues(args)]
  if (issues.length > 0) return { ok: false, issues }
  const name = (typeof args.name === 'string' && args.name.trim() !== '' ? args.name.trim() : String(args.query ?? args.tool))
    .slice(0, nameChars)
    .toWellFormed()
  const { group, group_id, group_sealed, group_report, retain_turn } = args
  const merge_strategy = upper(args.merge_strategy) ?? 'HUMAN_GATED'
  const group_merge_strategy = upper(args.group_merge_strategy) ?? merge_strategy
  const grouping =
    group === undefined && group_id === undefined ? {} : { group, group_id, group_sealed, group_report: group_report ?? 'all', group_merge_strategy }
  const payload = toJson({ mode, merge_strategy, ...('payload' in work ? work.payload : {}), ...grouping, retain_turn }) as JsonObject
  return { ok: true, task: { name, ...(typeof group_id === 'string' ? { group_id } : {}), payload } }
}

type Work = { issues: ValidationIssue[]; payload?: Record<string, unknown> }

function queryOf({ query }: Record<string, unknown>): Work {
  if (typeof query !== 'string' || query.trim() === '') return { issues: [issue('/query', 'what the subagent has to do')] }
  return { issues: [], payload: { query: query.slice(0, queryChars).toWellFormed() } }
}

function jobOf({ tool: name, tool_args = {} }: Record<string, unknown>, tools: ReadonlyMap<string, AgentTool>): Work {
  const tool = typeof name === 'string' ? tools.get(name) : undefined
  if (tool?.work.kind !== 'host') return { issues: [issue('/tool', 'one of the listed tools')] }
  if (!isRecord(tool_args)) return { issues: [issue('/tool_args', 'an object')] }
  const checked = checkArgs(tool, tool_args)
  if (!checked.ok) return { issues: checked.issues.map((fault) => ({ ...fault, pointer: `/tool_args${fault.pointer}` })) }
  return { issues: [], payload: { tool: tool.name, tool_args: checked.args } }
}

function restIssues(args: Record<string, unknown>): ValidationIssue[] {
  const is = (key: string, fits: (value: unknown) => boolean, expected: string) => (args[key] == null || fits(args[key]) ? [] : [issue(`/${key}`, expected)])
  const short = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 200
  const merges = (value: unknown) => upper(value) !== undefined
  const flag = (value: unknown) => typeof value === 'boolean'
  return [
    ...is('merge_strategy', merges, strategies.join(', ')),
    ...is('group_merge_strategy', merges, strategies.join(', ')),
    ...is('group', short, 'a name of at most 200 characters'),
    ...is('group_id', short, 'an id of at most 200 characters'),
    ...is('group_sealed', flag, 'true or false'),
    ...is('retain_turn', flag, 'true or false'),
    ...is('group_report', (value) => ['all', 'any', 'none'].includes(String(value)), 'all, any, none'),
  ]
}

const upper = (value: unknown) => strategies.find((strategy) => typeof value === 'string' && strategy === value.toUpperCase())

const issue = (pointer: string, expected: string): ValidationIssue => ({ code: 'invalid_input', pointer, expected })

/** Answers a `task`: background tasks are not available yet. */
export function callTask(): { observed: ToolOutcome } {
  return { observed: errorOutcome('task_unavailable', 'Background tasks are not available here. Do the work in this run with the tools you have.') }
}

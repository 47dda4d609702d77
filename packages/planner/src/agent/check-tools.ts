import { isRecord, opcodeOf } from '@pf/core/internal'
import type { AgentOptions } from '../options/agent-options.ts'
import { maxOptionNumber } from '../options/task-options.ts'
import { metaToolNames } from '../toolset/meta-tools.ts'

/** The name under which some models call a plan. */
const planningName = '__planning__'

/** Returns the faults of the tools of an agent, described for the host. */
export function toolFaults({ tools, richOutput }: AgentOptions): string[] {
  if (!Array.isArray(tools)) return ['tools must be a list of ToolDefinitions']
  const names = tools.map((tool: unknown) => (isRecord(tool) ? String(tool.name) : ''))
  const doubled = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  const meta = richOutput?.enabled ? metaToolNames : []
  return [...doubled.map((name) => `two tools are named "${name.slice(0, 64)}"`), ...tools.flatMap((tool: unknown, index) => faultsOfTool(tool, index, meta))]
}

const isReserved = (name: string) => opcodeOf(name) !== undefined || name.toLowerCase() === planningName

/** Returns the faults of the rules that say which tools a run has. */
export function accessFaults({ tools, toolAccess }: AgentOptions): string[] {
  if (toolAccess === undefined || !Array.isArray(tools)) return []
  if (!isRecord(toolAccess)) return ['toolAccess must be {allow?, deny?, tags?, visibleTo?}']
  const { allow, deny, tags, visibleTo } = toolAccess
  const known = tools.filter(isRecord)
  const names = known.map(({ name }) => String(name))
  const given = {
    allow: [allow, names],
    deny: [deny, names],
    tags: [tags, known.flatMap((tool) => (Array.isArray(tool.tags) ? tool.tags.map(String) : []))],
  } as const
  const faults = Object.entries(given).flatMap(([list, [values, all]]) => {
    if (values === undefined) return []
    if (!Array.isArray(values)) return [`toolAccess.${list} must be a list`]
    return values
      .filter((value) => !all.includes(value))
      .map((value) => `toolAccess.${list} names "${String(value).slice(0, 64)}", which is not the name of a tool`)
  })
  return visibleTo === undefined || typeof visibleTo === 'function' ? faults : [...faults, 'toolAccess.visibleTo must be a function']
}

function faultsOfTool(tool: unknown, index: number, meta: readonly string[]): string[] {
  if (!isRecord(tool)) return [`tools[${index}] is not a ToolDefinition`]
  const name = String(tool.name)
  const label = `tool "${name.slice(0, 64)}"`
  return [
    ...(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name)
      ? []
      : [`${label}: a name starts with a letter or _, continues with letters, digits, _ . or -, and has at most 64 characters`]),
    ...(isReserved(name) ? [`${label} has the name of an action of the planner; choose another name`] : []),
    ...(meta.includes(name) ? [`${label} has the name of a tool of rich output; choose another name`] : []),
    ...(typeof tool.description === 'string' && tool.description.trim() !== '' ? [] : [`${label} needs a description`]),
    ...(typeof tool.run === 'function' ? [] : [`${label} needs run()`]),
    ...(isRecord(tool.input) && (tool.input.type === undefined || tool.input.type === 'object')
      ? []
      : [`${label}: input must be a JSON Schema of type object`]),
    ...(tool.timeoutMs === undefined || (Number.isInteger(tool.timeoutMs) && Number(tool.timeoutMs) > 0 && Number(tool.timeoutMs) <= maxOptionNumber)
      ? []
      : [`${label}: timeoutMs must be an integer, in milliseconds`]),
  ]
}

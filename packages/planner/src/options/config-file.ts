import { PfError } from '@pf/core'
import { isRecord, setOwn } from '@pf/core/internal'
import type { AgentOptions } from './agent-options.ts'

/** Options with the names used in configuration files. Each may be given in place of its camelCase form. */
export interface ConfigFileOptions {
  rich_output?: {
    enabled: boolean
    allowlist?: readonly string[]
    renderers?: readonly string[]
    include_prompt_catalog?: boolean
    include_prompt_examples?: boolean
    typed_tools?: boolean | readonly string[]
  }
  action_format?: AgentOptions['actionFormat']
  response_format?: AgentOptions['responseFormat']
  prose_answers?: AgentOptions['proseAnswers']
  reasoning_effort?: AgentOptions['reasoningEffort']
  use_native_reasoning?: boolean
}

const topLevel = new Set(['rich_output', 'action_format', 'response_format', 'prose_answers', 'reasoning_effort', 'use_native_reasoning'])
/** Options that are plain data, whose own keys may be in snake_case as well. */
const nested = new Set(['richOutput', 'limits', 'memory'])

/** Converts options to camelCase names. Throws PfError `invalid_config` if an option is given in both forms. */
export function readConfig(options: AgentOptions & ConfigFileOptions): AgentOptions {
  if (!isRecord(options)) return options
  const faults: string[] = []
  const named = renamed(options, { wanted: (key) => topLevel.has(key), prefix: '', faults })
  const read = Object.entries(named).map(([key, value]) => [key, nested.has(key) ? deeply(value, `${key}.`, faults) : value])
  if (faults.length > 0) throw new PfError('invalid_config', `The agent cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
  return Object.fromEntries(read) as AgentOptions
}

interface Renaming {
  wanted(key: string): boolean
  prefix: string
  faults: string[]
}

function renamed(given: object, { wanted, prefix, faults }: Renaming): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = wanted(key) ? camel(key) : key
    if (name !== key && Object.hasOwn(given, name)) faults.push(`${prefix}${key} and ${prefix}${name} are the same option`)
    setOwn(result, name, value)
  }
  return result
}

/** Options have at most two levels. A policy is not plain data and is not converted. */
function deeply(value: unknown, prefix: string, faults: string[]): unknown {
  if (!isRecord(value)) return value
  const named = renamed(value, { wanted: (key) => /^[a-z]+(_[a-z]+)+$/.test(key), prefix, faults })
  const { summary } = named
  return prefix === 'memory.' && isRecord(summary) ? { ...named, summary: deeply(summary, 'memory.summary.', faults) } : named
}

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

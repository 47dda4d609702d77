import type { JsonObject, JsonValue, ToolDefinition } from '@pf/core'
import type { AgentOptions } from '@pf/planner'
import type { AgentDescription, ToolDescription } from '../format/bundle.ts'
import { jsonCopy } from '../recorder/json-copy.ts'

/** Options that are plain data, by the names under which a bundle keeps them. */
export const plainOptions = {
  name: 'name',
  system: 'system',
  strategy: 'strategy',
  packaging: 'packaging',
  action_format: 'actionFormat',
  response_format: 'responseFormat',
  prose_answers: 'proseAnswers',
  reasoning: 'reasoning',
  use_native_reasoning: 'useNativeReasoning',
  reasoning_effort: 'reasoningEffort',
  memory: 'memory',
  limits: 'limits',
  tasks: 'tasks',
  provenance: 'provenance',
} as const satisfies Record<string, keyof AgentOptions>

/** Options that are code or refer to it. A replay has to be given them. */
const codeOptions = [
  'hooks',
  'approvals',
  'state',
  'budgets',
  'reflection',
  'router',
  'models',
  'summaryModel',
  'toolAccess',
] as const satisfies readonly (keyof AgentOptions)[]

/** Hooks that only observe, and therefore do not matter for a replay. */
const observers = new Set(['onModelRequest', 'onModelResponse', 'onObservation', 'onLog'])

/** Returns the configuration of an agent as far as it is data. */
export function describeAgent(options: AgentOptions): AgentDescription {
  const entries = Object.entries(plainOptions).map(([key, option]) => [key, jsonCopy(options[option])] as const)
  const plain = entries.flatMap(([key, copy]) => (copy.ok && copy.value !== undefined ? [[key, copy.value]] : []))
  const rich = describeRichOutput(options)
  return {
    options: Object.fromEntries(plain) as JsonObject,
    ...(rich ? { rich_output: rich } : {}),
    tools: options.tools.map(describeTool),
    not_described: [
      ...codeOptions.filter((key) => (key === 'hooks' ? Object.keys(options.hooks ?? {}).some((hook) => !observers.has(hook)) : options[key] !== undefined)),
      ...Object.entries(options.guardrails ?? {}).flatMap(([key, guardrail]) => (guardrail === undefined ? [] : [`guardrails.${key}`])),
    ],
  }
}

function describeRichOutput({ richOutput: rich }: AgentOptions): JsonObject | undefined {
  if (!rich) return undefined
  const { policy } = rich
  const described = {
    enabled: rich.enabled,
    allowlist: policy?.allowlist ?? rich.allowlist,
    renderers: policy ? undefined : rich.renderers,
    limits: policy?.limits,
    url_hosts: policy?.urlHosts,
    allow_html: policy?.allowHtml,
    html_sandbox: policy?.htmlSandbox,
    include_prompt_catalog: rich.includePromptCatalog,
    include_prompt_examples: rich.includePromptExamples,
    typed_tools: rich.typedTools,
  }
  return JSON.parse(JSON.stringify(described)) as JsonObject
}

function describeTool({ name, description, input, output, tags, sideEffects, idempotent, timeoutMs, streamArgs, source }: ToolDefinition): ToolDescription {
  const described = {
    name,
    description,
    input,
    output,
    tags,
    side_effects: sideEffects,
    idempotent,
    timeout_ms: timeoutMs,
    stream_args: streamArgs,
    source,
  }
  return JSON.parse(JSON.stringify(described)) as JsonValue as unknown as ToolDescription
}

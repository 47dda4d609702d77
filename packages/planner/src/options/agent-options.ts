import type { ActionFormat, StorePorts, TaskQueue, ToolDefinition } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { AgentHooks } from '../hooks/safe-hooks.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { AgentLimits } from './limits.ts'
import type { Memory } from './memory.ts'
import type { ReflectionOptions } from './reflection-options.ts'
import type { ModelChoice } from './routing.ts'
import type { ToolAccess } from './tool-access.ts'

/** Components for the model. Off unless `enabled`; then no meta-tool, no prompt section and no component exists. */
export interface RichOutputOptions {
  enabled: boolean
  /** Component names; without it, all passive ones of the default list. Not together with `policy`. */
  allowlist?: readonly string[]
  /** What the front end can draw, such as `builtInComponents` of @pf/registry; nothing else is offered. Default: everything. Not together with `policy`. */
  renderers?: readonly string[]
  /** Whether the system prompt contains the component catalogue. Default true. */
  includePromptCatalog?: boolean
  /** Whether the catalogue contains examples. Default false. */
  includePromptExamples?: boolean
  policy?: Policy
  /** Components that also get a tool of their own, `render_NAME`, whose arguments are their props; true: all passive ones. For weak models; costs their schemas in the prompt. Default false. */
  typedTools?: boolean | readonly string[]
}

/** The stores of an agent. With `tasks`, the model can start background tasks. */
export interface AgentPorts extends StorePorts {
  tasks?: TaskQueue
}

/** Options of an agent. */
export interface AgentOptions {
  model: Model
  tools: readonly ToolDefinition[]
  ports: AgentPorts
  /** Which of the tools the agent has, and which owners see them. Default: all, everybody. */
  toolAccess?: ToolAccess
  /** The host's part of the system prompt. Must not change between runs, so that providers can cache it. */
  system?: string
  /** `react` (default): the model acts step by step. `plan-execute`: it plans once, the calls run without it, and it answers. `artifact-first`: it drafts a text without tools; see createDrafts. */
  strategy?: 'react' | 'plan-execute' | 'artifact-first'
  /** For `artifact-first`: a second call, never shown, that must give the finished texts back as structured output. Default false. */
  packaging?: boolean
  /** Default auto: the model is taught the unified form, and every readable form is accepted. */
  actionFormat?: ActionFormat
  /** The format that the endpoint is asked for: `json_object` (default), the `schema` of the actions, or `text`. */
  responseFormat?: 'json_object' | 'schema' | 'text'
  /** Whether reasoning reaches clients. Default hide. */
  reasoning?: 'stream' | 'hide'
  /** Whether the provider's own reasoning channel is read. Default true. */
  useNativeReasoning?: boolean
  /** Default: the default of the model. `auto`: a router decides for each run. */
  reasoningEffort?: ReasoningEffort | 'auto'
  /** With `auto`: a smaller model that decides. Default: `model`. */
  router?: Model
  /** With `auto`: further main models, of which the router takes one for each run; `model` stays the default. */
  models?: readonly ModelChoice[]
  /** What a run knows of earlier turns of its thread, of the same owner, that its input does not carry. Default none. */
  memory?: Memory
  /** Writes the summaries of memory and of old steps. Default: `model`. */
  summaryModel?: Model
  richOutput?: RichOutputOptions
  limits?: Partial<AgentLimits>
  hooks?: AgentHooks
  /** Scores and revises answers. Off unless `enabled`. */
  reflection?: ReflectionOptions
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Returns an id that cannot be guessed. */
  newId?: () => string
}

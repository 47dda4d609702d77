import type { ActionFormat, Owner, StorePorts, ToolDefinition } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { AgentHooks } from '../hooks/safe-hooks.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { ApprovalOptions } from './approval-options.ts'
import type { BudgetOptions } from './budget-options.ts'
import type { AgentLimits } from './limits.ts'
import type { ReflectionOptions } from './reflection-options.ts'
import type { TaskOptions } from './task-options.ts'

/** A model that the router can choose. */
export interface ModelChoice {
  model: Model
  /** A description for the router of what the model is good for. */
  description: string
}

/** The router and the models among which it chooses. */
export interface Routing {
  readonly router: Model
  /** The models by name; the default model is first. */
  readonly choices: ReadonlyMap<string, ModelChoice>
}

/** The model and effort of a run. */
export interface Route {
  model: Model
  effort?: ReasoningEffort
}

/** Which tools an agent has and which owners may use them. */
export interface ToolAccess {
  /** Includes only tools with these names. */
  allow?: readonly string[]
  /** Excludes tools with these names; takes precedence over the other options. */
  deny?: readonly string[]
  /** Includes only tools with one of these tags. */
  tags?: readonly string[]
  /** Whether runs of this owner have the tool; asked at the start of each segment. Hidden tools are neither told nor run. A throw hides the tool. */
  visibleTo?(tool: ToolDefinition, owner: Owner): boolean
}

/** Which earlier turns of its thread a run reads in addition to its input. */
export type Memory = 'none' | { lastTurns: number } | { summary: SummaryMemory }

/** The last turns unchanged, and the turns before them as a summary. */
export interface SummaryMemory {
  /** Default 4; with twice as many unsummed turns the older half goes into the summary. */
  lastTurns?: number
  /** Maximum length of the summary, in characters. Default 4,000. */
  maxChars?: number
}

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

/** Options of an agent. */
export interface AgentOptions {
  /**
   * Name of the agent, at most 100 characters, stored with its runs. Default `agent`; `drafts` with createDrafts. Agents that share a store need
   * different names, because a run that a process has left is continued by an agent of the same name. Only a request, such as an answer or a new
   * message on a thread that waits, lets an agent continue a run of another name. Keep the name between releases.
   */
  name?: string
  model: Model
  tools: readonly ToolDefinition[]
  ports: StorePorts
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
  /**
   * What an answer in plain prose is where an action was asked for. `repair` (default): a fault, and the model is asked again. `after_tools`, for
   * weak models: the answer, once a tool of the run has given a result; its payload then has the warning `prose_answer`.
   */
  proseAnswers?: 'repair' | 'after_tools'
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
  /**
   * With a store that outlives its process: how often, in milliseconds, this process looks for runs that another process has left and continues
   * them; false: never. Default 2,000. A run whose process was killed is free once its lease of 12 seconds has expired.
   */
  recoveryMs?: number | false
  /** Background tasks. Without it the model has none. */
  tasks?: TaskOptions
  limits?: Partial<AgentLimits>
  /** What runs, threads and owners may spend. Needs `ports.spending`. */
  budgets?: BudgetOptions
  /** Rules by which calls of tools are allowed, asked about or denied. */
  approvals?: ApprovalOptions
  hooks?: AgentHooks
  /** Scores and revises answers. Off unless `enabled`. */
  reflection?: ReflectionOptions
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Returns an id that cannot be guessed. */
  newId?: () => string
}

import type { ActionFormat, Logger, Owner, StorePorts, ToolDefinition } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { AgentHooks } from '../hooks/safe-hooks.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { ApprovalOptions } from './approval-options.ts'
import type { BudgetOptions } from './budget-options.ts'
import type { GuardrailOptions } from './guardrail-options.ts'
import type { AgentLimits } from './limits.ts'
import type { ProvenancePolicy } from './provenance-options.ts'
import type { ReflectionOptions } from './reflection-options.ts'
import type { StateOptions } from './state-options.ts'
import type { TaskOptions } from './task-options.ts'

/** A model that the router can choose. */
export interface ModelChoice {
  model: Model
  /** Describes to the router which tasks the model is suited for. */
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

/** The tools of an agent, and the owners that may use them. */
export interface ToolAccess {
  /** Includes only tools with these names. */
  allow?: readonly string[]
  /** Excludes tools with these names; takes precedence over the other options. */
  deny?: readonly string[]
  /** Includes only tools with one of these tags. */
  tags?: readonly string[]
  /**
   * Returns true if runs of this owner have the tool. Called at the start of each segment. Hidden tools are neither described to the model
   * nor run. If it throws, the tool is hidden.
   */
  visibleTo?(tool: ToolDefinition, owner: Owner): boolean
}

/** The earlier turns of its thread that a run reads in addition to its input. */
export type Memory = 'none' | { lastTurns: number } | { summary: SummaryMemory }

/** The last turns unchanged, and a summary of the turns before them. */
export interface SummaryMemory {
  /** Default 4. If there are twice as many turns without a summary, the older half is added to the summary. */
  lastTurns?: number
  /** Maximum length of the summary, in characters. Default 4,000. */
  maxChars?: number
}

/** Options for components. If `enabled` is not true, there are no meta-tools, no prompt section and no components. */
export interface RichOutputOptions {
  enabled: boolean
  /** Names of components. Defaults to all passive components of the default list. Cannot be combined with `policy`. */
  allowlist?: readonly string[]
  /**
   * Names of the components that the front end can draw, such as `builtInComponents` of @pf/registry. No others are offered. Defaults to
   * all. Cannot be combined with `policy`.
   */
  renderers?: readonly string[]
  /** True if the system prompt contains the component catalogue. Default true. */
  includePromptCatalog?: boolean
  /** True if the catalogue contains examples. Default false. */
  includePromptExamples?: boolean
  policy?: Policy
  /**
   * Components that also get their own tool `render_NAME`, whose arguments are their props; true for all passive ones. Useful for weak
   * models, but adds the schemas to the prompt. Default false.
   */
  typedTools?: boolean | readonly string[]
}

/** Options for OpenTelemetry. */
export interface TelemetryOptions {
  /**
   * True if spans contain content: the messages of model calls, and the arguments and results of tools. Secrets that users entered and texts
   * that look like credentials are masked, and long content is shortened. Default false.
   */
  captureContent?: boolean
}

/** Options of an agent. */
export interface AgentOptions {
  /**
   * Name of the agent, at most 100 characters, stored with its runs. Default `agent`; `drafts` with createDrafts. Agents that share a store
   * need different names, because a run that a process has left is continued by an agent with the same name. Only a request, such as an
   * answer or a new message on a waiting thread, lets an agent continue a run of another name. Keep the name between releases.
   */
  name?: string
  model: Model
  tools: readonly ToolDefinition[]
  ports: StorePorts
  /** Restricts the tools of the agent, and the owners that see them. Default: all tools, all owners. */
  toolAccess?: ToolAccess
  /** The host's part of the system prompt. Must not change between runs, so that providers can cache it. */
  system?: string
  /**
   * `react` (default; ReAct, reason and act): the model acts step by step. `plan-execute`: the model plans once, the calls run without the model, and the model
   * answers. `artifact-first`: the model drafts a text without tools; see createDrafts.
   */
  strategy?: 'react' | 'plan-execute' | 'artifact-first'
  /** For `artifact-first`: a second call, never shown, that must return the finished texts as structured output. Default false. */
  packaging?: boolean
  /** Default `auto`: the prompt describes the unified form, and every readable form is accepted. */
  actionFormat?: ActionFormat
  /** The format requested from the endpoint: `json_object` (default), the `schema` of the actions, or `text`. */
  responseFormat?: 'json_object' | 'schema' | 'text'
  /**
   * The handling of an answer in prose where an action was requested. `repair` (default): it is a fault, and the model is prompted again.
   * `after_tools`, for weak models: it is the answer if a tool of the run has returned a result; its payload then has the warning
   * `prose_answer`. One short line that contains neither a new number nor a value of the result may announce a call, so the model is asked
   * once more, and what it then writes in prose is the answer.
   */
  proseAnswers?: 'repair' | 'after_tools'
  /** `stream` sends reasoning to clients. Default `hide`. */
  reasoning?: 'stream' | 'hide'
  /** True if the provider's own reasoning channel is read. Default true. */
  useNativeReasoning?: boolean
  /** Defaults to that of the model. With `auto`, a router decides for each run. */
  reasoningEffort?: ReasoningEffort | 'auto'
  /** With `auto`: a smaller model that decides. Default: `model`. */
  router?: Model
  /** With `auto`: further main models, from which the router chooses one for each run. `model` stays the default. */
  models?: readonly ModelChoice[]
  /** The earlier turns of its thread, of the same owner, that a run reads if its input does not contain them. Default `none`. */
  memory?: Memory
  /** Writes the summaries of memory and of old steps. Default: `model`. */
  summaryModel?: Model
  richOutput?: RichOutputOptions
  /**
   * With a store that outlives its process: interval in milliseconds at which this process searches for runs that another process has left,
   * and continues them; false to disable. Default 2,000. The run of a killed process becomes available when its lease of 12 seconds has
   * expired.
   */
  recoveryMs?: number | false
  /** Options for background tasks. Without them, the model has none. */
  tasks?: TaskOptions
  /** The shared state of AG-UI, which tools read and change. Without this option, the state of requests is ignored with a warning. */
  state?: StateOptions
  limits?: Partial<AgentLimits>
  /** Limits for the spending of runs, threads and owners. Requires `ports.spending`. */
  budgets?: BudgetOptions
  /** Rules by which tool calls are allowed, denied, or require an approval. */
  approvals?: ApprovalOptions
  hooks?: AgentHooks
  /** Checks of what the agent says. Without them, prompts and events are as if the option did not exist. */
  guardrails?: GuardrailOptions
  /**
   * Receives log lines: the begin and the end of runs (info), what tools log, and every error that reaches `onError`, with run_id, thread_id,
   * code and cause. Without it nothing is logged.
   */
  logger?: Logger
  /** Options for the spans that the agent reports to the OpenTelemetry SDK of the host. */
  telemetry?: TelemetryOptions
  /** Scores and revises answers. Disabled unless `enabled`. */
  reflection?: ReflectionOptions
  /**
   * `mark` puts the origin of every figure of an answer into its payload; `warn` also returns an answer with figures that are in no result to
   * the model once; `refuse` withholds it if such figures remain. Default `off`.
   */
  provenance?: ProvenancePolicy
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Returns an id that cannot be guessed. */
  newId?: () => string
}

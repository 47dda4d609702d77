import type { ActionFormat, StorePorts } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { Checks } from '../hooks/compile-hooks.ts'
import type { Model, ReasoningEffort, ResponseFormat } from '../model/model.ts'
import type { Memory } from '../prepare/memory.ts'
import type { Routing } from '../prepare/routing.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Limits } from './limits.ts'
import type { SafeHooks } from './safe-hooks.ts'

/** A checked and compiled agent: what every run of it shares. */
export interface AgentCore {
  readonly model: Model
  /** Host tools and meta-tools by name. */
  readonly tools: ReadonlyMap<string, AgentTool>
  readonly toolNames: readonly string[]
  readonly ports: StorePorts
  /** Built once; no dates and no ids, so that providers can cache it. */
  readonly systemPrompt: string
  readonly strategy: 'react' | 'plan-execute' | 'artifact-first'
  /** Finished drafts go through a packaging call. */
  readonly packaging: boolean
  readonly format: ActionFormat
  readonly responseFormat: ResponseFormat
  /** Undefined for the model's own, and while a router decides. */
  readonly reasoningEffort: ReasoningEffort | undefined
  /** Only with reasoningEffort `auto`. */
  readonly routing: Routing | undefined
  readonly memory: Memory
  /** Writes summaries. */
  readonly summaryModel: Model
  readonly reasoning: 'stream' | 'hide'
  readonly useNativeReasoning: boolean
  readonly limits: Limits
  readonly hooks: SafeHooks
  /** Hooks that decide. */
  readonly checks: Checks
  /** Undefined while rich output is off. */
  readonly rich: { readonly policy: Policy } | undefined
  readonly now: () => number
  readonly newId: () => string
}

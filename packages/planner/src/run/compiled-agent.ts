import type { ActionFormat, Owner } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { Checks } from '../hooks/compile-hooks.ts'
import type { SafeHooks } from '../hooks/safe-hooks.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { AgentPorts } from '../options/agent-options.ts'
import type { AgentLimits } from '../options/limits.ts'
import type { Memory } from '../options/memory.ts'
import type { Reflection } from '../options/reflection-options.ts'
import type { Routing } from '../options/routing.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Offer } from '../toolset/tool-access.ts'

/** A checked and compiled agent: what every run of it shares. */
export interface CompiledAgent {
  readonly model: Model
  /** Host tools and meta-tools by name, whoever sees them. */
  readonly tools: ReadonlyMap<string, AgentTool>
  /** The tools of an owner's runs, and what the model is told of them; built once for each set, with no dates and no ids, so that providers can cache it. */
  readonly offerTo: (owner: Owner) => Offer
  readonly ports: AgentPorts
  readonly strategy: 'react' | 'plan-execute' | 'artifact-first'
  /** Finished drafts go through a packaging call. */
  readonly packaging: boolean
  readonly format: ActionFormat
  /** Undefined for the model's own, and while a router decides. */
  readonly reasoningEffort: ReasoningEffort | undefined
  /** Only with reasoningEffort `auto`. */
  readonly routing: Routing | undefined
  readonly memory: Memory
  /** Writes summaries. */
  readonly summaryModel: Model
  readonly reasoning: 'stream' | 'hide'
  readonly useNativeReasoning: boolean
  readonly limits: AgentLimits
  readonly hooks: SafeHooks
  /** Undefined where answers are taken as they are. */
  readonly reflection: Reflection | undefined
  /** Hooks that decide. */
  readonly checks: Checks
  /** Undefined while rich output is off. */
  readonly rich: { readonly policy: Policy } | undefined
  readonly now: () => number
  readonly newId: () => string
}

import type { ActionFormat, Logger, Owner, StorePorts } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { ApprovalRules } from '../approvals/rules.ts'
import type { Budgets } from '../budgets/ledger.ts'
import type { CompiledAnswerCheck } from '../guardrails/answer-check.ts'
import type { Masking } from '../guardrails/masking.ts'
import type { Checks } from '../hooks/compile-hooks.ts'
import type { SafeHooks } from '../hooks/safe-hooks.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { Memory, Routing } from '../options/agent-options.ts'
import type { AgentLimits } from '../options/limits.ts'
import type { ProvenancePolicy } from '../options/provenance-options.ts'
import type { Reflection } from '../options/reflection-options.ts'
import type { SharedState } from '../options/state-options.ts'
import type { TaskSettings } from '../options/task-options.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Offer } from '../toolset/tool-access.ts'

/** A validated and compiled agent. All of its runs share it. */
export interface CompiledAgent {
  /** Stored with the runs. Only an agent with the same name continues them. */
  readonly name: string
  readonly model: Model
  /** Host tools and meta-tools by name, including those that some owners may not use. */
  readonly tools: ReadonlyMap<string, AgentTool>
  /**
   * Returns the tools of an owner and their description for the model. It is created once for each set of tools, without dates or ids, so
   * that providers can cache the prompt.
   */
  readonly offerTo: (owner: Owner) => Offer
  readonly ports: StorePorts
  readonly strategy: 'react' | 'plan-execute' | 'artifact-first'
  /** True if finished drafts are passed to a packaging call. */
  readonly packaging: boolean
  readonly format: ActionFormat
  /** True if prose after the result of a tool is accepted as an answer. */
  readonly takesProse: boolean
  /** Undefined for the default of the model, and if a router decides. */
  readonly reasoningEffort: ReasoningEffort | undefined
  /** Present only with reasoningEffort `auto`. */
  readonly routing: Routing | undefined
  readonly memory: Memory
  /** The model that writes summaries. */
  readonly summaryModel: Model
  readonly reasoning: 'stream' | 'hide'
  readonly useNativeReasoning: boolean
  readonly limits: AgentLimits
  /** True if the host has set `limits.contextTokens`. */
  readonly limitsContext: boolean
  /** Undefined if runs have no shared state. */
  readonly sharedState: SharedState | undefined
  /** Undefined without budgets. */
  readonly budgets: Budgets | undefined
  readonly hooks: SafeHooks
  /** Receives the begin and the end of each segment. The hooks pass their log entries to the same logger. Never throws. */
  readonly logger: Logger
  /** True if spans contain messages, arguments and results. */
  readonly capturesContent: boolean
  /** Undefined if answers are not scored. */
  readonly reflection: Reflection | undefined
  /** What happens with figures that are in no result. */
  readonly provenance: ProvenancePolicy
  /** Undefined without approval rules. */
  readonly approvals: ApprovalRules | undefined
  /** The checks of answers, in their order. */
  readonly answerChecks: readonly CompiledAnswerCheck[]
  /** Undefined if no personal data is masked. */
  readonly masking: Masking | undefined
  /** The sources of tools by name; undefined if results are not marked. */
  readonly untrustedContent: { readonly sources: ReadonlyMap<string, 'trusted' | 'untrusted'> } | undefined
  /** The hooks that return verdicts. */
  readonly checks: Checks
  /** Undefined if rich output is disabled. */
  readonly rich: { readonly policy: Policy } | undefined
  /** Undefined if the agent has no background tasks. */
  readonly tasks: TaskSettings | undefined
  /** Tools that jobs may call; empty without background tasks. */
  readonly jobTools: ReadonlyMap<string, AgentTool>
  /** The agent with the tools and limits of its subagents and jobs; undefined without background tasks, and for such an agent itself. */
  readonly subagent: CompiledAgent | undefined
  readonly now: () => number
  readonly newId: () => string
}

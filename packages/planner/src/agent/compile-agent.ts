import { type ErrorContext, PfError, type ToolDefinition } from '@pf/core'
import { randomId, safeLogger } from '@pf/core/internal'
import { buildCatalogPrompt, createPolicy, listComponents, type Policy, type PolicyOptions } from '@pf/registry'
import { compileApprovals } from '../approvals/rules.ts'
import { compileBudgets } from '../budgets/ledger.ts'
import { compileAnswerChecks } from '../guardrails/answer-check.ts'
import { compileMasking } from '../guardrails/masking.ts'
import { compileHooks } from '../hooks/compile-hooks.ts'
import { createSafeHooks } from '../hooks/safe-hooks.ts'
import type { AgentOptions, ModelChoice, RichOutputOptions, Routing } from '../options/agent-options.ts'
import { defaultLimits } from '../options/limits.ts'
import { compileReflection } from '../options/reflection-options.ts'
import { compileState } from '../options/state-options.ts'
import { defaultTaskOptions, type TaskOptions, type TaskSettings } from '../options/task-options.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { createTaskTools, taskToolNames } from '../tasks/task-tools.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { compileTool } from '../tools/compile-tool.ts'
import { createMetaTools } from '../toolset/meta-tools.ts'
import { responseFormatOf } from '../toolset/response-format.ts'
import { accessibleTools, createOffers } from '../toolset/tool-access.ts'
import { createSignal } from '../util/signal.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import { configFaults } from './check-config.ts'
import { buildSystemPrompt } from './system-prompt.ts'

/** The name of an agent whose options contain none. */
const defaultAgentName = 'agent'

type ErrorListener = (error: unknown, context: ErrorContext) => void

/** Validates the options and compiles all of them once. Throws PfError `invalid_config`, which lists every fault. */
export function compileAgent(options: AgentOptions, onError?: ErrorListener): CompiledAgent {
  throwFaults(configFaults(options))
  const tasks = options.tasks && { ...defaultTaskOptions, ...withoutUndefined(options.tasks), changed: createSignal(), retaining: new Set<string>() }
  if (!tasks) return compileOne(options, { tasks, onError })
  const background = compileOne(subagentOptions(options), { tasks, onError, teachesTasks: tasks.maxDepth > 1 })
  const jobTools = jobToolsOf(background)
  return { ...compileOne(options, { tasks, onError, teachesTasks: true }), jobTools, subagent: { ...background, jobTools } }
}

interface Compiling {
  tasks: TaskSettings | undefined
  onError: ErrorListener | undefined
  /** True if the prompt describes background tasks. Default false. */
  teachesTasks?: boolean
}

/** Returns the options of subagents, which have the tools that the task options name and their own limits, and no shared state. */
function subagentOptions(options: AgentOptions): AgentOptions {
  const { tools, limits } = options.tasks ?? {}
  const named = tools && options.tools.filter(({ name }) => tools.includes(name))
  const { state: _, ...others } = options
  return { ...others, ...(named ? { tools: named } : {}), limits: { ...options.limits, ...limits } }
}

const jobToolsOf = ({ tools }: CompiledAgent) => new Map([...tools].filter(([name, { work }]) => work.kind === 'host' && !taskToolNames.includes(name)))

const withoutUndefined = (options: TaskOptions) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as TaskOptions

function compileOne(options: AgentOptions, { tasks, onError, teachesTasks: task = false }: Compiling): CompiledAgent {
  const limits = { ...defaultLimits, ...options.limits }
  const faults: string[] = []
  const ownTools = [...accessibleTools(options.tools, options.toolAccess), ...(task ? taskTools(options, tasks) : [])]
  const host = ownTools.flatMap((tool) => compileOrFault(tool, limits.toolTimeoutMs, faults))
  const policy = policyOrFault(options.richOutput, faults)
  const meta = policy ? createMetaTools(policy, options.richOutput?.typedTools) : []
  faults.push(...clashes(host, meta), ...typedFaults(options.richOutput, policy))
  throwFaults(faults)
  const tools = [...host, ...meta]
  const format = options.actionFormat ?? 'auto'
  const checks = compileHooks(options.hooks)
  const untrusted = options.guardrails?.untrustedContent
  const answerChecks = compileAnswerChecks(options.guardrails?.answerChecks)
  const strategy = options.strategy ?? 'react'
  const describe = (offered: readonly AgentTool[]) => ({
    systemPrompt: buildSystemPrompt({
      ...(tasks ? { timeZone: tasks.timeZone } : {}),
      ...(options.system === undefined ? {} : { system: options.system }),
      tools: offered,
      task,
      format,
      strategy,
      figures: (options.provenance ?? 'off') !== 'off',
      marks: untrusted !== undefined,
      catalog: catalogOf(options.richOutput, policy),
    }),
    responseFormat: strategy === 'artifact-first' ? ('text' as const) : responseFormatOf(options.responseFormat, offered, { format, task }),
  })
  return {
    name: options.name ?? defaultAgentName,
    model: options.model,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    offerTo: createOffers(tools, describe, options.toolAccess?.visibleTo),
    ports: options.ports,
    strategy,
    packaging: options.packaging ?? false,
    format,
    reasoningEffort: options.reasoningEffort === 'auto' ? undefined : options.reasoningEffort,
    routing: routingOf(options),
    memory: options.memory ?? 'none',
    summaryModel: options.summaryModel ?? options.model,
    // Nothing checks reasoning, so it is not shown if the answer has a guard.
    reasoning: checks.onAnswerDelta?.guard || answerChecks.length > 0 ? 'hide' : (options.reasoning ?? 'hide'),
    takesProse: options.proseAnswers === 'after_tools',
    useNativeReasoning: options.useNativeReasoning ?? true,
    limits,
    limitsContext: options.limits?.contextTokens !== undefined,
    sharedState: compileState(options.state),
    budgets: compileBudgets(options.budgets, options.ports.spending),
    hooks: createSafeHooks(options.hooks, { onError, logger: options.logger }),
    logger: safeLogger(options.logger),
    capturesContent: options.telemetry?.captureContent ?? false,
    checks,
    answerChecks,
    untrustedContent: untrusted && { sources: new Map(Object.entries(untrusted.sources ?? {})) },
    masking: compileMasking(options.guardrails?.masking),
    approvals: compileApprovals(options.approvals),
    provenance: options.provenance ?? 'off',
    reflection: compileReflection(options.reflection, options.model),
    rich: policy && { policy },
    tasks,
    jobTools: new Map(),
    subagent: undefined,
    now: options.now ?? Date.now,
    newId: options.newId ?? randomId,
  }
}

function taskTools({ ports, richOutput }: AgentOptions, settings: TaskSettings | undefined): ToolDefinition[] {
  return ports.tasks && settings ? createTaskTools(ports.tasks, { settings, canAsk: richOutput?.enabled === true }) : []
}

function routingOf({ model, models = [], reasoningEffort, router = model }: AgentOptions): Routing | undefined {
  if (reasoningEffort !== 'auto') return undefined
  const choices: ModelChoice[] = [{ model, description: 'The default.' }, ...models]
  return { router, choices: new Map(choices.map((choice) => [choice.model.name, choice])) }
}

function compileOrFault(tool: ToolDefinition, timeoutMs: number, faults: string[]): AgentTool[] {
  try {
    return [compileTool(tool, timeoutMs)]
  } catch (error) {
    faults.push(`tool "${tool.name}": its schema cannot be compiled (${thrownMessage(error)})`)
    return []
  }
}

/** Returns faults for names that collide with tools of a custom registry or typed tools. */
function clashes(host: readonly AgentTool[], meta: readonly AgentTool[]): string[] {
  const taken = new Set(meta.map(({ name }) => name))
  return host.filter(({ name }) => taken.has(name)).map(({ name }) => `tool "${name}" has the name of a tool of rich output; choose another name`)
}

function typedFaults(rich: RichOutputOptions | undefined, policy: Policy | undefined): string[] {
  const typed = rich?.typedTools
  if (!policy || !Array.isArray(typed)) return []
  const passive = listComponents(policy, { interactive: false }).map(({ name }) => name)
  return typed
    .filter((name) => !passive.includes(name))
    .map((name) => `richOutput.typedTools names "${String(name).slice(0, 40)}", which is not an enabled passive component`)
}

function policyOrFault(rich: RichOutputOptions | undefined, faults: string[]): Policy | undefined {
  if (!rich?.enabled) return undefined
  try {
    return rich.policy ?? createPolicy(policyOptions(rich))
  } catch (error) {
    const listed = PfError.isInstance(error) ? error.fields.faults : undefined
    faults.push(...(Array.isArray(listed) ? listed.map(String) : [`richOutput: ${thrownMessage(error)}`]))
    return undefined
  }
}

function policyOptions({ allowlist, renderers }: RichOutputOptions): PolicyOptions {
  return { ...(allowlist ? { allowlist } : {}), ...(renderers ? { renderers } : {}) }
}

function catalogOf(rich: RichOutputOptions | undefined, policy: Policy | undefined): string {
  if (!policy || rich?.includePromptCatalog === false) return ''
  return buildCatalogPrompt(policy, { examples: rich?.includePromptExamples ?? false })
}

/** Throws PfError `invalid_config` with a message and `fields.faults` that list all faults. */
function throwFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new PfError('invalid_config', `The agent cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
}

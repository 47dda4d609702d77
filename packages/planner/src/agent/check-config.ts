import { isLogger, isRecord } from '@pf/core/internal'
import { listComponents } from '@pf/registry'
import { approvalFaults } from '../approvals/approval-faults.ts'
import { annotatedTags } from '../approvals/rules.ts'
import { hookFaults } from '../hooks/compile-hooks.ts'
import type { AgentOptions } from '../options/agent-options.ts'
import { budgetFaults } from '../options/budget-options.ts'
import { guardrailFaults } from '../options/guardrail-options.ts'
import { defaultLimits } from '../options/limits.ts'
import { provenancePolicies } from '../options/provenance-options.ts'
import { reflectionFaults } from '../options/reflection-options.ts'
import { stateFaults } from '../options/state-options.ts'
import { maxOptionNumber, taskFaults } from '../options/task-options.ts'
import { taskToolNames } from '../tasks/task-tools.ts'
import { accessFaults, toolFaults } from './check-tools.ts'

const choices: Readonly<Record<string, readonly string[]>> = {
  strategy: ['react', 'plan-execute', 'artifact-first'],
  actionFormat: ['auto', 'unified', 'legacy'],
  responseFormat: ['json_object', 'schema', 'text'],
  proseAnswers: ['repair', 'after_tools'],
  reasoning: ['stream', 'hide'],
  provenance: provenancePolicies,
  reasoningEffort: ['low', 'medium', 'high', 'auto'],
}
const ports = ['storage', 'events', 'pending', 'artifacts', 'threads']

/** Returns every fault of an agent's configuration, described so that the host can correct it; empty if there is none. */
export function configFaults(options: AgentOptions): string[] {
  return [
    ...nameFaults(options),
    ...modelFaults(options),
    ...routerFaults(options),
    ...memoryFaults(options),
    ...portFaults(options),
    ...recoveryFaults(options),
    ...observabilityFaults(options),
    ...choiceFaults(options),
    ...approvalFaultsOf(options),
    ...limitFaults(options),
    ...stateFaults(options.state),
    ...budgetFaults(options.budgets, { models: modelNames(options), hasStore: isRecord(options.ports?.spending) }),
    ...toolFaults(options),
    ...draftFaults(options),
    ...accessFaults(options),
    ...richFaults(options),
    ...hookFaults(options.hooks),
    ...guardrailFaults(options.guardrails, Array.isArray(options.tools) ? options.tools.map((tool) => String(tool?.name)) : []),
    ...reflectionFaults(options.reflection, options.strategy),
    ...backgroundFaults(options),
  ]
}

function nameFaults({ name }: AgentOptions): string[] {
  return name === undefined || (typeof name === 'string' && name.trim() !== '' && name.length <= 100) ? [] : ['name must be a string of 1 to 100 characters']
}

/** Returns the faults of the approval rules. Rules can only name tools of the agent and use questions that it can show. */
function approvalFaultsOf({ approvals, ports, tools, richOutput, guardrails }: AgentOptions): string[] {
  const enabled = enabledQuestions(richOutput)
  const known = Array.isArray(tools) ? tools.filter(isRecord) : []
  const hasAnnotated = known.some(({ tags }) => Array.isArray(tags) && annotatedTags.some((tag) => tags.includes(tag)))
  const canAsk = ['confirm', 'select_option'].every((name) => enabled.includes(name))
  return approvalFaults(approvals, {
    canAsk,
    hasGrants: isRecord(ports?.grants),
    hasAnnotated,
    tools: known.map(({ name }) => String(name)),
    marksContent: isRecord(guardrails?.untrustedContent),
  })
}

/** Returns the names of all models that the agent calls. */
function modelNames({ model, models = [], router, summaryModel, reflection }: AgentOptions): string[] {
  const others: unknown[] = [router, summaryModel, reflection?.model, ...(Array.isArray(models) ? models.filter(isRecord).map((choice) => choice.model) : [])]
  return [model, ...others].flatMap((each) => (isRecord(each) && typeof each.name === 'string' ? [each.name] : []))
}

function backgroundFaults({ tasks, ports: given, strategy, richOutput, tools }: AgentOptions): string[] {
  if (tasks === undefined) return []
  const faults = taskFaults(tasks)
  if (!isRecord(tasks)) return faults
  const names = Array.isArray(tools) ? tools.map((tool) => String(tool?.name)) : []
  const unknown = Array.isArray(tasks.tools) ? tasks.tools.filter((name) => !names.includes(String(name))) : []
  const canAsk = enabledQuestions(richOutput).includes('select_option')
  return [
    ...faults,
    ...(isRecord(given) && !isRecord(given.tasks) ? ['tasks needs ports.tasks, a TaskStore, such as that of createMemoryStore()'] : []),
    ...(strategy === undefined || strategy === 'react' ? [] : [`tasks needs the strategy react, not ${String(strategy)}`]),
    ...(tasks.confirm === false || canAsk
      ? []
      : ['tasks asks the user before each task: enable richOutput with the component select_option, or set tasks.confirm to false']),
    ...unknown.map((name) => `tasks.tools names "${String(name).slice(0, 40)}", which is not the name of a tool of the agent`),
    ...names.filter((name) => taskToolNames.includes(name)).map((name) => `tool "${name}" has the name of a tool for background tasks; choose another name`),
  ]
}

function recoveryFaults({ recoveryMs }: AgentOptions): string[] {
  if (recoveryMs === undefined || recoveryMs === false) return []
  return Number.isInteger(recoveryMs) && recoveryMs >= 100 && recoveryMs <= maxOptionNumber ? [] : ['recoveryMs must be false or an integer of at least 100']
}

function observabilityFaults({ logger, telemetry }: AgentOptions): string[] {
  const isTelemetry = telemetry === undefined || (isRecord(telemetry) && ['undefined', 'boolean'].includes(typeof telemetry.captureContent))
  return [
    ...(logger === undefined || isLogger(logger) ? [] : ['logger must have the methods debug, info, warn and error']),
    ...(isTelemetry ? [] : ['telemetry must be {captureContent?: boolean}']),
  ]
}

function modelFaults({ model }: AgentOptions): string[] {
  return typeof model?.stream === 'function' && typeof model.name === 'string' ? [] : ['model must be a Model with name and stream()']
}

const isModel = (given: unknown) => isRecord(given) && typeof given.stream === 'function' && typeof given.name === 'string'

function routerFaults({ model, models = [], reasoningEffort, router, summaryModel }: AgentOptions): string[] {
  const named = Object.entries({ router, summaryModel }).filter(([, given]) => given !== undefined && !isModel(given))
  const faults = named.map(([name]) => `${name} must be a Model with name and stream()`)
  if (!Array.isArray(models)) return [...faults, 'models must be a list of {model, description}']
  if (reasoningEffort !== 'auto' && (router || models.length > 0)) faults.push("router and models need reasoningEffort 'auto'")
  const wrong = models.filter((choice: unknown) => !isRecord(choice) || !isModel(choice.model) || typeof choice.description !== 'string')
  if (wrong.length > 0) return [...faults, 'each of models must be {model, description}']
  const names = [model?.name, ...models.map((choice) => choice.model.name)]
  return new Set(names).size === names.length ? faults : [...faults, 'models must have different names, which also differ from the name of model']
}

const isCount = (value: unknown, max: number) => value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max)

function memoryFaults({ memory = 'none' }: AgentOptions): string[] {
  const given: unknown = memory
  if (given === 'none') return []
  if (!isRecord(given) || Object.keys(given).length !== 1) return ["memory must be 'none', {lastTurns} or {summary: {lastTurns?, maxChars?}}"]
  if (Object.hasOwn(given, 'lastTurns') && given.lastTurns !== undefined)
    return isCount(given.lastTurns, 1_000) ? [] : ['memory.lastTurns must be an integer from 1 to 1000']
  const { summary } = given
  if (!isRecord(summary) || !isCount(summary.lastTurns, 1_000) || !isCount(summary.maxChars, 100_000))
    return ["memory must be 'none', {lastTurns} or {summary: {lastTurns?, maxChars?}}"]
  return []
}

function portFaults(options: AgentOptions): string[] {
  const given: unknown = options.ports
  if (!isRecord(given)) return ['ports must be StorePorts, such as createMemoryStore()']
  return ports.filter((name) => !isRecord(given[name])).map((name) => `ports.${name} is missing${name === 'pending' ? waitingComponents(options) : ''}`)
}

/** Describes why `ports.pending` is needed: a question that nobody can answer would block the run forever. */
function waitingComponents({ richOutput }: AgentOptions): string {
  const enabled = enabledQuestions(richOutput)
  return enabled.length === 0 ? '' : `; richOutput enables ${enabled.join(', ')}, which wait for the user and need it`
}

/** Returns the components with which the agent can ask the user; none if the policy is invalid, which is reported separately. */
function enabledQuestions(richOutput: AgentOptions['richOutput']): string[] {
  if (!richOutput?.enabled || (richOutput.policy && typeof richOutput.policy.allows !== 'function')) return []
  const names = listComponents(richOutput.policy, { interactive: true }).map(({ name }) => name)
  return richOutput.policy ? names : names.filter((name) => richOutput.allowlist?.includes(name) ?? true)
}

function choiceFaults(options: AgentOptions): string[] {
  return Object.entries(choices).flatMap(([name, allowed]) => {
    const value: unknown = Reflect.get(options, name)
    return value === undefined || allowed.includes(String(value)) ? [] : [`${name} must be one of ${allowed.join(', ')}`]
  })
}

/** Returns the faults of an agent with the strategy artifact-first, which uses no tools and components. */
function draftFaults({ strategy, tools, richOutput, ports: given }: AgentOptions): string[] {
  if (strategy !== 'artifact-first') return []
  return [
    ...(Array.isArray(tools) && tools.length > 0 ? ['the strategy artifact-first takes no tools'] : []),
    ...(richOutput?.enabled ? ['the strategy artifact-first takes no richOutput'] : []),
    ...(isRecord(given) && isRecord(given.drafts) ? [] : ['the strategy artifact-first needs ports.drafts, a DraftStore']),
  ]
}

function limitFaults({ limits = {} }: AgentOptions): string[] {
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultLimits, name)) return [`limits.${name.slice(0, 40)} is not a limit; the limits are ${Object.keys(defaultLimits).join(', ')}`]
    const min = name === 'repairAttempts' || name === 'modelRetries' ? 0 : 1
    return Number.isInteger(value) && value >= min && value <= maxOptionNumber ? [] : [`limits.${name} must be an integer from ${min} to ${maxOptionNumber}`]
  })
}

const richOptions = ['enabled', 'allowlist', 'renderers', 'includePromptCatalog', 'includePromptExamples', 'policy', 'typedTools']

const isPolicy = (given: unknown) => isRecord(given) && typeof given.allows === 'function' && Array.isArray(given.allowlist) && isRecord(given.limits)

function richFaults({ richOutput }: AgentOptions): string[] {
  if (richOutput === undefined) return []
  if (!isRecord(richOutput) || typeof richOutput.enabled !== 'boolean') return ['richOutput.enabled must be true or false']
  const unknownKeys = Object.keys(richOutput).filter((key) => !richOptions.includes(key))
  if (unknownKeys.length > 0) return unknownKeys.map((key) => `richOutput.${key.slice(0, 40)} is not an option; the options are ${richOptions.join(', ')}`)
  const { policy, typedTools } = richOutput
  if (policy !== undefined && !isPolicy(policy)) return ['richOutput.policy must be a policy created with createPolicy()']
  if (typedTools !== undefined && typeof typedTools !== 'boolean' && !Array.isArray(typedTools))
    return ['richOutput.typedTools must be true, false or a list of components']
  return richOutput.policy && (richOutput.allowlist || richOutput.renderers) ? ['richOutput takes allowlist and renderers, or policy, not both'] : []
}

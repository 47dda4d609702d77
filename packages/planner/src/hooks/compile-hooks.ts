import { isRecord, maxTimerMs } from '@pf/core/internal'
import type { DecidingHooks, HookStage } from './hook-types.ts'

/** A compiled hook. */
export interface CompiledHook {
  run(input: unknown): unknown
  guard: boolean
  timeoutMs: number
  /** Names of the tools; undefined for all tools. */
  tools: ReadonlySet<string> | undefined
}

/** The deciding hooks of an agent. */
export type Checks = { readonly [Stage in HookStage]?: CompiledHook }

const stages = ['beforeModel', 'afterModel', 'beforeTool', 'afterTool', 'onAnswerDelta'] as const satisfies readonly HookStage[]
const defaultTimeoutMs = 5_000

/** Compiles hooks that were validated by `hookFaults`. */
export function compileHooks(hooks: DecidingHooks = {}): Checks {
  return Object.fromEntries(stages.flatMap((stage) => (hooks[stage] === undefined ? [] : [[stage, compileHook(hooks, stage)]])))
}

function compileHook(hooks: DecidingHooks, stage: HookStage): CompiledHook {
  const given: unknown = hooks[stage]
  if (!isRecord(given)) return { run: (given as CompiledHook['run']).bind(hooks), guard: false, timeoutMs: defaultTimeoutMs, tools: undefined }
  const { run, guard = false, timeoutMs = defaultTimeoutMs, tools } = given
  return {
    run: (run as CompiledHook['run']).bind(given),
    guard: guard === true,
    timeoutMs: Number(timeoutMs),
    tools: Array.isArray(tools) ? new Set(tools.map(String)) : undefined,
  }
}

/** Lists the faults of hooks, each with the required change. An invalid guard must never result in an agent without that guard. */
export function hookFaults(hooks: unknown): string[] {
  if (hooks === undefined) return []
  if (!isRecord(hooks)) return ['hooks must be an object']
  return stages.flatMap((stage) => faultsOf(stage, hooks[stage]))
}

function faultsOf(stage: HookStage, given: unknown): string[] {
  if (given === undefined || typeof given === 'function') return []
  if (!isRecord(given) || typeof given.run !== 'function') return [`hooks.${stage} must be a function or {run, guard?, timeoutMs?}`]
  const { guard, timeoutMs, tools } = given
  return [
    ...(guard === undefined || typeof guard === 'boolean' ? [] : [`hooks.${stage}.guard must be true or false`]),
    ...(timeoutMs === undefined || (Number.isInteger(timeoutMs) && Number(timeoutMs) > 0 && Number(timeoutMs) <= maxTimerMs)
      ? []
      : [`hooks.${stage}.timeoutMs must be an integer, in milliseconds`]),
    ...(tools === undefined || (stage.endsWith('Tool') && Array.isArray(tools) && tools.every((name) => typeof name === 'string'))
      ? []
      : [stage.endsWith('Tool') ? `hooks.${stage}.tools must be a list of names` : `hooks.${stage} does not concern tools, so it has no option tools`]),
  ]
}

/** True if `beforeTool` checks a tool. The tool's calls are then shown after the verdict. */
export function awaitsVerdict({ agent }: { agent: { readonly checks: Checks } }, tool: string): boolean {
  const hook = agent.checks.beforeTool
  return hook !== undefined && (hook.tools?.has(tool) ?? true)
}

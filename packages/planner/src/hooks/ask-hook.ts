import type { Scope, StorePorts } from '@pf/core'
import type { CompiledAnswerCheck } from '../guardrails/answer-check.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { RunState } from '../state/run-state.ts'
import { counters } from '../telemetry/counters.ts'
import { raceAbort } from '../util/race-abort.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import type { Checks, CompiledHook } from './compile-hooks.ts'
import type { AfterModel, AfterTool, AnswerDelta, BeforeModel, BeforeTool, HookInfo, HookStage } from './hook-types.ts'
import { readVerdict, type Verdicts } from './read-verdict.ts'
import { RunStopped } from './run-stopped.ts'
import type { SafeHooks } from './safe-hooks.ts'

/** The parts of a run that hooks need. */
export interface HookedRun {
  readonly agent: {
    readonly checks: Checks
    readonly answerChecks: readonly CompiledAnswerCheck[]
    readonly hooks: SafeHooks
    readonly ports: Pick<StorePorts, 'audit'>
  }
  readonly scope: Scope
  readonly runId: string
  readonly threadId: string
  readonly state: Pick<RunState, 'step'>
  readonly segment: { readonly signal: AbortSignal }
  emit(event: EventDraft): void
}

/** A verdict that does not end the run. `failed` means that a guard did not work, so the guarded operation must not continue. */
export type Judged<Stage extends HookStage> = Exclude<Verdicts[Stage], { verdict: 'stop' }> | { verdict: 'failed'; reason: string }

/** Stage → what its hook receives. */
interface HookInputs {
  beforeModel: BeforeModel
  afterModel: AfterModel
  beforeTool: BeforeTool
  afterTool: AfterTool
  onAnswerDelta: AnswerDelta
}

const pass = { verdict: 'pass' } as const

/**
 * Calls a hook and reports its verdict. Faults of a hook that is not a guard are ignored with a warning. Throws RunStopped, or the abort
 * reason of the run if it ends meanwhile.
 */
export async function askHook<Stage extends HookStage>(run: HookedRun, stage: Stage, input: Omit<HookInputs[Stage], keyof HookInfo>): Promise<Judged<Stage>> {
  const hook = run.agent.checks[stage]
  if (!hook) return pass as Judged<Stage>
  const verdict = await ask(run, stage, { hook, input })
  if (verdict.verdict === 'stop') throw stopped(run, stage, verdict)
  return verdict as Judged<Stage>
}

/** Reports the verdict of a hook as a warning event and in a counter. */
export function emitVerdict(run: HookedRun, stage: HookStage, { verdict, text }: { verdict: string; text: string }): void {
  counters.hook(stage, verdict)
  run.emit({ type: 'warning', step: run.state.step, code: `hook_${verdict}`, text: `${stage}: ${text}` })
}

/** The error that stops a run when a guard of the model or the answer did not work. */
export function closed(run: HookedRun, stage: HookStage, reason: string): RunStopped {
  return stopped(run, stage, { reason })
}

/** Reports that a verdict stopped the run, and returns the error that ends it. */
export function stopped(run: HookedRun, stage: HookStage, { reason, message }: { reason: string; message?: string }): RunStopped {
  emitVerdict(run, stage, { verdict: 'stopped', text: `the run was stopped (${reason})` })
  return new RunStopped(stage, reason, message)
}

interface HookCall {
  hook: Pick<CompiledHook, 'run' | 'timeoutMs'>
  input: object
}

async function ask<Stage extends HookStage>(
  run: HookedRun,
  stage: Stage,
  asked: HookCall & { hook: CompiledHook },
): Promise<Verdicts[Stage] | { verdict: 'failed'; reason: string }> {
  let fault = 'it did not return a verdict of its stage'
  try {
    const verdict = readVerdict(stage, await callHook(run, asked))
    if (verdict) return verdict
  } catch (thrown) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    fault = thrownMessage(thrown)
  }
  logFault(run, `The hook ${stage} failed: ${fault}`)
  const reason = 'the check did not work'
  if (asked.hook.guard) return { verdict: 'failed', reason }
  emitVerdict(run, stage, { verdict: 'failed', text: `${reason}; it was ignored` })
  return pass as Verdicts[Stage]
}

/** Logs a fault of the host's code. */
export function logFault({ agent, scope, runId, threadId }: HookedRun, message: string): void {
  agent.hooks.onLog({ level: 'error', message, tool: '', owner: scope.owner, runId, threadId })
}

/** Calls a hook. The timer and the signal are created on demand, because a hook is called for every part of an answer. */
export async function callHook(run: HookedRun, { hook, input }: HookCall): Promise<unknown> {
  const stop = new AbortController()
  let any: AbortSignal | undefined
  const end = () => {
    any ??= AbortSignal.any([run.segment.signal, stop.signal])
    return any
  }
  run.segment.signal.throwIfAborted()
  const given = hook.run(withInfo(run, input, end))
  if (!isThenable(given)) return given
  const timer = setTimeout(() => stop.abort(new Error(`it did not answer within ${hook.timeoutMs} ms`)), hook.timeoutMs)
  try {
    return await raceAbort(Promise.resolve(given), end())
  } finally {
    clearTimeout(timer)
  }
}

function withInfo({ scope, runId, threadId, state }: HookedRun, input: object, end: () => AbortSignal): HookInfo {
  const info = {
    owner: scope.owner,
    runId,
    threadId,
    step: state.step,
    get signal() {
      return end()
    },
  }
  return Object.assign(info, input)
}

const isThenable = (given: unknown): given is PromiseLike<unknown> =>
  typeof given === 'object' && given !== null && typeof (given as { then?: unknown }).then === 'function'

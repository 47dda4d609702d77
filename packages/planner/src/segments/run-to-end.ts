import { RunStopped } from '../hooks/run-stopped.ts'
import { Fenced, HandedOver } from '../log/run-writer-options.ts'
import { prepareRun } from '../prepare/prepare-run.ts'
import { refuseUnproven } from '../provenance/ask-for-proof.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { reflect } from '../reflection/reflect.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { endDraft, runArtifactFirst } from '../strategies/artifact-first/artifact-first.ts'
import { runJob, runNotice } from '../strategies/background.ts'
import { runPlanExecute } from '../strategies/plan-execute/plan-execute.ts'
import { runReasonAct } from '../strategies/reason-act.ts'
import { outputContent } from '../telemetry/content.ts'
import { isInstanceOf } from '../util/thrown-message.ts'
import { finishRun } from './finish-run.ts'
import { outcomeOfError } from './outcome-of-error.ts'

/** Drives a run to its finish or its next pause. Never rejects. A run that has lost its lease stops without writing anything, because another process writes it. */
export async function runToEnd(run: Run): Promise<void> {
  const ids = { run_id: run.runId, thread_id: run.threadId, trace_id: run.traceId }
  run.agent.logger.info({ ...ids, step: run.state.step }, 'A run works in this process.')
  const started = performance.now()
  const outcome = await decideOutcome(run)
  if (outcome) reportError(run, outcome)
  try {
    if (outcome) await finishRun(run, outcome)
  } catch (error) {
    if (!isInstanceOf(error, Fenced))
      run.agent.hooks.onLog({
        level: 'error',
        message: 'The finish event of a run could not be written.',
        tool: '',
        owner: run.scope.owner,
        runId: run.runId,
        threadId: run.threadId,
      })
  } finally {
    run.segment.ledger?.stop()
    await markHandedOver(run)
    endSpan(run, outcome)
    const { step: steps, model_calls, tokens } = run.state
    const counts = { reason: outcome?.reason ?? 'fenced', steps, model_calls, tokens, duration_ms: Math.round(performance.now() - started) }
    run.agent.logger.info({ ...ids, ...counts, ...(outcome?.error ? { code: outcome.error.code } : {}) }, 'A run has ended or paused in this process.')
  }
}

function endSpan({ state, segment }: Run, outcome: Outcome | undefined): void {
  const reason = outcome?.reason ?? 'fenced'
  const answer = outcome?.answer ?? outcome?.args?.answer
  segment.span.end({
    attributes: { 'pf.finish': reason, 'pf.steps': state.step, 'pf.model_calls': state.model_calls, 'pf.tokens': state.tokens },
    ...(typeof answer === 'string' ? { content: outputContent({ text: answer, finish: reason }) } : {}),
    ...(outcome?.error ? { error: outcome.error } : {}),
  })
}

/** The code of the last event of a process that shuts down. The process that continues the run does not count it as a takeover after a crash. */
export const handedOverCode = 'handed_over'

async function markHandedOver({ emit, segment: { signal, writer } }: Run): Promise<void> {
  if (!isInstanceOf(signal.reason, HandedOver)) return
  emit({ type: 'warning', code: handedOverCode, text: 'The process that worked on this run is shutting down; another one continues it.' })
  // Without this event, the run counts as interrupted, which is allowed three times.
  await writer.commit().catch(() => undefined)
}

/** Reports the reason of a failed run to the host. The user receives the code and a message without the cause. */
function reportError({ agent, scope, runId, threadId, segment }: Run, { reason, error }: Outcome): void {
  if (!error || (reason !== 'error' && reason !== 'no_path')) return
  const providerText = isInstanceOf(error.cause, ProviderError) ? ` The provider said: ${error.cause.summary}` : ''
  const message = `The run failed (${error.code}): ${error.message}${providerText}`
  agent.hooks.onLog({ level: 'error', message, tool: '', owner: scope.owner, runId, threadId, error }, segment.secrets)
}

const strategies = { react: runReasonAct, 'plan-execute': runPlanExecute, 'artifact-first': runArtifactFirst } satisfies Record<
  CompiledAgent['strategy'],
  (run: Run) => Promise<Outcome>
>

async function work(run: Run): Promise<Outcome> {
  const { background } = run.state
  if (background?.kind === 'job') return runJob(run, background)
  if (background?.kind === 'report' && background.mode === 'notify') return runNotice(background)
  return strategies[run.agent.strategy](run)
}

async function decideOutcome(run: Run): Promise<Outcome | undefined> {
  try {
    await prepareRun(run)
    const outcome = await refuseUnproven(run, await reflect(run, await work(run)))
    if (outcome.reason === 'paused') run.segment.signal.throwIfAborted()
    return outcome
  } catch (error) {
    if (isInstanceOf(error, RunStopped)) run.segment.answer.withdraw('stopped')
    if (isInstanceOf(error, Fenced) || isInstanceOf(run.segment.signal.reason, Fenced)) return undefined
    const reason: unknown = run.segment.signal.aborted ? run.segment.signal.reason : error
    if (run.agent.strategy === 'artifact-first') endDraft(run, reason)
    return outcomeOfError(reason)
  }
}

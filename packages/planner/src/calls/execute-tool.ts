import type { Span } from '@opentelemetry/api'
import { PfError, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { createToolPauses } from '../questions/tool-pauses.ts'
import { inToolSpan } from '../telemetry/tool-span.ts'
import type { AgentTool, MetaResult, ToolCall, ToolWork } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import { errorOutcome, pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { raceAbort } from '../util/race-abort.ts'
import { isPfError, thrownMessage } from '../util/thrown-message.ts'
import { announceArtifacts, observe } from './observe.ts'
import { createToolContext } from './tool-context.ts'
import { createToolEmissions, type ToolEmissions } from './tool-emissions.ts'

/**
 * Runs one call: validates the arguments, runs the tool with a time limit and a signal, and converts every result to an outcome. Rejects
 * only if the run itself has ended, with the reason of its signal.
 */
export function executeTool(tool: AgentTool, args: Record<string, unknown>, call: Omit<ToolCall, 'signal'>): Promise<ToolOutcome> {
  const work = async (span: Span) => {
    const checked = checkArgs(tool, args)
    if (!checked.ok) return refuseArgs(tool, checked.issues, call)
    if (checked.coercions.length > 0) span.setAttribute('pf.tool.coercions', checked.coercions.length)
    return withTimeout(tool, call, (signal) => perform(tool, checked.args, { ...call, signal }))
  }
  const start = { tool: tool.name, description: tool.description, toolCallId: call.toolCallId, args: call.args, attributes: { 'pf.tool.kind': tool.work.kind } }
  return inToolSpan(call.run.segment.span, start, work)
}

function refuseArgs({ work }: AgentTool, issues: ValidationIssue[], call: Omit<ToolCall, 'signal'>): ToolOutcome {
  if (work.kind === 'meta' && work.refuse) return fromMeta(work.refuse(issues, { ...call, signal: call.run.segment.signal }))
  return errorOutcome('tool_input_invalid', 'The arguments do not match the input schema of the tool. Correct the listed locations.', { issues })
}

async function perform(tool: AgentTool, args: Record<string, unknown>, call: ToolCall): Promise<ToolOutcome> {
  const { work } = tool
  if (work.kind === 'meta') return fromMeta(await work.answer(args, call))
  if (work.kind === 'client') throw new TypeError(`${tool.name} runs in the front end.`)
  const emissions = createToolEmissions(tool.name, call)
  const { context, close, halted } = openContext(tool.name, call, emissions)
  try {
    const ran = Promise.resolve()
      .then(() => work.definition.run(args as never, context))
      .then((value: unknown) => ({ value }))
    const ended = await raceAbort(Promise.race([ran, halted]), call.signal)
    close()
    // An incomplete stream is kept, because the tool sends it again when it runs again.
    if ('halted' in ended) return ended.halted
    return await observe({ tool: tool.name, work, value: ended.value, call, emissions })
  } catch (thrown) {
    close()
    await discardStreams(tool.name, work, call)
    throw thrown
  } finally {
    emissions.close()
  }
}

/** Creates the context of a call, and the promise that ends the call when it asks the user. */
function openContext(tool: string, call: ToolCall, emissions: ToolEmissions) {
  const { promise: halted, resolve } = Promise.withResolvers<{ halted: ToolOutcome }>()
  const stop = new AbortController()
  const signal = AbortSignal.any([call.signal, stop.signal])
  let live = true
  const halt = (outcome: ToolOutcome) => {
    live = false
    resolve({ halted: outcome })
    stop.abort(new PfError('cancelled', 'The call waits for an answer and will run again.'))
  }
  const pause = createToolPauses({ tool, call, live: () => live && !call.signal.aborted, halt })
  const { context, close } = createToolContext(tool, { ...call, signal }, { emissions, pause })
  return {
    context,
    halted,
    close: () => {
      live = false
      close()
    },
  }
}

/** Removes the incomplete streams of a failed call from the payload. */
async function discardStreams(tool: string, { marks }: HostWork, call: ToolCall): Promise<void> {
  const { run, toolCallId } = call
  announceArtifacts(call, tool, await run.segment.collector.collect({ tool, toolCallId }, undefined, marks))
}

function fromMeta({ ok, observation, code, repeated, paused }: MetaResult): ToolOutcome {
  if (paused) return pausedOutcome
  return { status: ok ? 'ok' : 'error', observation, ...(code === undefined ? {} : { code }), ...(repeated ? { repeated } : {}) }
}

async function withTimeout(tool: AgentTool, { run }: Omit<ToolCall, 'signal'>, work: (signal: AbortSignal) => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const controller = new AbortController()
  const onRunEnd = () => controller.abort(run.segment.signal.reason)
  if (run.segment.signal.aborted) onRunEnd()
  run.segment.signal.addEventListener('abort', onRunEnd, { once: true })
  const timedOut = new PfError('tool_timeout', `The tool did not end within ${tool.timeoutMs} ms.`)
  const timer = setTimeout(() => controller.abort(timedOut), tool.timeoutMs)
  try {
    return await raceAbort(work(controller.signal), controller.signal)
  } catch (thrown) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    if (!isPfError(thrown)) reportThrown(tool, run, thrown)
    return toOutcome(thrown, run.segment.secrets)
  } finally {
    clearTimeout(timer)
    run.segment.signal.removeEventListener('abort', onRunEnd)
  }
}

/** Reports an error of the host's code to the host. The model receives a short message without a stack. */
function reportThrown({ name }: AgentTool, { agent, scope, runId, threadId, segment }: ToolCall['run'], thrown: unknown): void {
  const error = new PfError('tool_failed', `The tool ${name} threw an error.`, { cause: thrown })
  agent.hooks.onLog({ level: 'error', message: error.message, tool: name, owner: scope.owner, runId, threadId, error }, segment.secrets)
}

type HostWork = Extract<ToolWork, { kind: 'host' }>

/** A PfError keeps its code and issues. Any other thrown value becomes `tool_failed` with a safe message. */
function toOutcome(thrown: unknown, secrets: ReadonlySet<string>): ToolOutcome {
  if (!isPfError(thrown)) return errorOutcome('tool_failed', thrownMessage(thrown, secrets))
  const issues = thrown.fields.issues
  return errorOutcome(
    thrown.code,
    thrownMessage(thrown, secrets),
    Array.isArray(issues) ? { issues: issues.filter(isRecord).slice(0, 20) as unknown as ValidationIssue[] } : {},
  )
}

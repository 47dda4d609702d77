import { type Collected, collectSources, redact } from '@pf/artifacts'
import type { ToolCall, ToolWork } from '../tools/agent-tool.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { clampJson } from '../util/clamp-json.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { isPfError, thrownMessage } from '../util/thrown-message.ts'
import type { ToolEmissions } from './tool-emissions.ts'

/** Emits events for stored artifacts and reached limits, and keeps the records for the next step commit. */
export function announceArtifacts({ run, step }: ToolCall, tool: string, collected: Collected): void {
  for (const meta of collected.stored) {
    run.segment.storedArtifacts.push(meta)
    const { artifact_id, media_type, bytes, sha256 } = meta
    run.emit({ type: 'artifact_stored', step, artifact_id, media_type, bytes, sha256, source_tool: tool })
  }
  for (const { code, text } of collected.warnings) {
    run.state.warnings.push(text)
    run.emit({ type: 'warning', step, code, text })
  }
}

/** The return value of a host tool, before it is processed for the model. */
export interface Returned {
  tool: string
  work: Extract<ToolWork, { kind: 'host' }>
  value: unknown
  call: ToolCall
  emissions: ToolEmissions
}

/**
 * Validates, scrubs, collects, redacts and clamps a result, in this order, so that the model never sees the data of an artifact. The payload
 * contains every artifact within the limits; one above them is left out, with a warning. Values that cannot be read, such as objects with
 * throwing getters, become an error observation.
 */
export async function observe(returned: Returned): Promise<ToolOutcome> {
  try {
    const issues = outputIssues(returned)
    if (issues) return errorOutcome('tool_output_invalid', 'The result of the tool does not match its output schema. This is an error in the tool.', { issues })
    return await keepAndRedact(returned)
  } catch (thrown) {
    if (isPfError(thrown) || returned.call.signal.aborted) throw thrown
    return errorOutcome('tool_output_invalid', `The result of the tool cannot be read: ${thrownMessage(thrown)}`)
  }
}

function outputIssues({ work, value }: Returned) {
  const checked = work.output?.check(value)
  return checked && !checked.ok ? checked.issues : undefined
}

async function keepAndRedact({ tool, work, value: returned, call, emissions }: Returned): Promise<ToolOutcome> {
  const { run, toolCallId, step } = call
  await emissions.flushed()
  const value = scrubTexts(returned, run.segment.secrets)
  const collected = await run.segment.collector.collect({ tool, toolCallId }, value, work.marks)
  // The store may have taken longer than the time limit of the call, which has then already ended.
  call.signal.throwIfAborted()
  announceArtifacts(call, tool, collected)
  completeStreams(call, collected, emissions)
  run.state.sources.push(...collectSources(value, work.marks))
  const redacted = redact(value, work.marks, collected)
  run.agent.hooks.onObservation({ owner: run.scope.owner, runId: run.runId, toolCallId, tool, returned: value, redacted })
  const { value: observation, clamped } = clampJson(redacted, run.agent.limits.observationChars)
  if (clamped)
    run.emit({
      type: 'warning',
      step,
      code: 'observation_clamped',
      text: `The result of ${tool} was too long for the model, which received a shortened version.`,
    })
  return { status: 'ok', observation, value }
}

/** Sends the fields that are marked as streams when the tool has finished, including those that the tool only returned. */
function completeStreams({ run }: ToolCall, collected: Collected, emissions: ToolEmissions) {
  for (const { stream_id, ref, shape } of collected.entries) {
    const kept = stream_id === undefined ? undefined : run.segment.collector.resolve(ref)
    if (stream_id !== undefined && kept?.found) emissions.complete(stream_id, kept.reference ? { ...kept.reference } : kept.value, shape ?? 'artifact')
  }
}

import type { EmitArtifact, JsonObject, JsonValue } from '@pf/core'
import { isRecord, PfError } from '@pf/core'
import { registryVersion, validateComponent } from '@pf/registry'
import type { ToolCall } from './agent-tool.ts'
import { thrownMessage } from './thrown-message.ts'

const componentType = 'ui_component'

/** What one call sends as artifact chunks, in the order in which it sent them. */
export interface ToolEmissions {
  /** Takes a chunk; refusals become warnings and never fail the tool. */
  emit(emission: EmitArtifact): void
  /** The whole of a stream that the tool did not finish itself, e.g. because it only returned it. */
  complete(stream_id: string, value: JsonValue, artifact_type: string): void
  /** Everything taken so far is in the queue of the log. */
  settled(): Promise<void>
}

/** Creates the emissions of one call. */
export function createToolEmissions(tool: string, call: ToolCall): ToolEmissions {
  const { run, step, tool_call_id } = call
  const streams = new Map<string, { next: number; done: boolean }>()
  let chain: Promise<void> = Promise.resolve()

  const warn = (thrown: unknown) => {
    const code = PfError.isInstance(thrown) ? thrown.code : 'invalid_input'
    run.emit({ type: 'warning', step, code, text: `An artifact chunk of ${tool} was not sent: ${thrownMessage(thrown)}` })
  }
  const send = (chunk: Omit<WireChunk, 'meta'>, meta: EmitArtifact['meta']) => {
    streams.set(chunk.stream_id, { next: chunk.seq + 1, done: chunk.done })
    const stream_id = run.streamNames.nameFor(chunk.stream_id, tool_call_id)
    const ours = { message_id: run.message_id, registry_version: registryVersion, source_tool: tool }
    run.emit({ type: 'artifact_chunk', step, ...chunk, stream_id, tool_call_id, meta: { ...ownMeta(meta), ...ours } })
  }
  const take = (emission: EmitArtifact) => {
    // Read at once: the tool may change its objects after it has sent them.
    const added = run.collector.addChunk({ tool, tool_call_id }, emission.artifact_type === componentType ? checkedComponent(call, emission) : emission)
    if (added.ignored)
      throw new PfError(
        added.ignored === 'late' ? 'invalid_input' : 'too_large',
        `The stream ${added.stream_id.slice(0, 60)} is ${added.ignored === 'late' ? 'done' : 'over its limit'}.`,
      )
    chain = chain
      .then(async () => {
        const { chunk, stored } = await run.collector.settleChunk(added)
        if (stored) run.storedArtifacts.push(stored)
        const { stream_id, seq, done, mode, artifact_type } = chunk
        send({ stream_id, seq, chunk: chunk.chunk, done, mode, artifact_type }, emission.meta)
      })
      .catch(warn)
  }
  return {
    emit: (emission) => {
      try {
        take(emission)
      } catch (thrown) {
        warn(thrown)
      }
    },
    complete: (stream_id, value, artifact_type) => {
      const stream = streams.get(stream_id) ?? { next: 0, done: false }
      if (!stream.done) send({ stream_id, seq: stream.next, chunk: value, done: true, mode: 'replace', artifact_type }, undefined)
    },
    settled: () => chain,
  }
}

type WireChunk = Pick<
  Extract<Parameters<ToolCall['run']['emit']>[0], { type: 'artifact_chunk' }>,
  'stream_id' | 'seq' | 'chunk' | 'done' | 'mode' | 'artifact_type' | 'meta'
>

/** Only plain and small members; what is not JSON would make the whole commit fail. */
function ownMeta(meta: EmitArtifact['meta']): JsonObject {
  const text = meta && JSON.stringify(meta)
  return text === undefined || text.length > 4_000 ? {} : (JSON.parse(text) as JsonObject)
}

/** A host tool's component passes the same registry and policy as the model's, and is refused while rich output is off. */
function checkedComponent({ run, tool_call_id }: ToolCall, emission: EmitArtifact): EmitArtifact {
  const { rich } = run.agent
  if (!rich) throw new PfError('component_not_allowed', 'Rich output is off; enable richOutput to emit components.')
  const { chunk } = emission
  if (!isRecord(chunk) || (emission.mode ?? 'replace') !== 'replace')
    throw new PfError('schema_invalid', 'A component is emitted whole, as {id, component, props}.')
  const checked = validateComponent(chunk.component, chunk.props, { policy: rich.policy, budget: 'uncounted', via: 'render' })
  if (!checked.ok)
    throw new PfError('schema_invalid', `The component is refused: ${checked.issues[0]?.code ?? 'invalid'} at "${checked.issues[0]?.pointer ?? ''}".`)
  const { component, props } = checked
  const id = typeof chunk.id === 'string' ? chunk.id : tool_call_id
  run.components.put({ id, component, props })
  return { ...emission, stream_id: id, chunk: { id, component, props, ...(typeof chunk.title === 'string' ? { title: chunk.title } : {}) } }
}

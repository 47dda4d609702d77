import { toJson } from '@pf/artifacts'
import type { EmitArtifact, JsonObject, JsonValue } from '@pf/core'
import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { validateComponent } from '@pf/registry'
import { registryOf } from '../components/prepare-component.ts'
import type { ToolCall } from '../tools/agent-tool.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { isPfError, thrownMessage } from '../util/thrown-message.ts'

const componentType = 'ui_component'
/** Limits of one call. Warnings, components and metadata beyond them are ignored or refused. */
const maxWarnings = 20
const maxComponents = 200
const maxMetaChars = 256_000

/** The artifact chunks that one call sends, in order. */
export interface ToolEmissions {
  /** Accepts a chunk. A refused chunk becomes a warning and never fails the tool. */
  emit(emission: EmitArtifact): void
  /** Sends the complete value of a stream that the tool did not finish itself, for example because it only returned the value. */
  complete(stream_id: string, value: JsonValue, artifact_type: string): void
  /** Resolves when all accepted chunks are in the queue of the log. */
  flushed(): Promise<void>
  /** Stops sending. */
  close(): void
}

/** Creates the emissions of one call. */
export function createToolEmissions(tool: string, call: ToolCall): ToolEmissions {
  const { run, step, toolCallId } = call
  const ended = new Set<string>()
  let chain: Promise<void> = Promise.resolve()
  let open = true

  let metaChars = 0
  let warnings = 0
  const warn = (thrown: unknown) => {
    warnings += 1
    if (warnings > maxWarnings) return
    const code = isPfError(thrown) ? thrown.code : 'invalid_input'
    run.emit({ type: 'warning', step, code, text: `An artifact chunk of ${tool} was not sent: ${thrownMessage(thrown, run.segment.secrets)}` })
  }
  const send = (chunk: Omit<WireChunk, 'meta'>, meta: JsonObject) => {
    if (!open) return
    if (chunk.done) ended.add(chunk.stream_id)
    else ended.delete(chunk.stream_id)
    const stream_id = run.segment.streamNames.nameFor(chunk.stream_id, toolCallId)
    emitChunk(call, { ...chunk, stream_id }, { ...meta, source_tool: tool })
  }
  const take = (emission: EmitArtifact) => {
    // Copied immediately, because the tool may modify its objects after sending them.
    const meta = metaChars > maxMetaChars ? {} : ownMeta(emission.meta)
    metaChars += JSON.stringify(meta).length
    const added = run.segment.collector.addChunk({ tool, toolCallId }, emission)
    if (added.ignored === 'late') throw new PfError('invalid_input', `The stream ${added.stream_id.slice(0, 60)} is complete.`)
    if (added.ignored) throw new PfError('too_large', `The stream ${added.stream_id.slice(0, 60)} exceeds its limit.`)
    chain = chain
      .then(async () => {
        const { chunk, stored } = await run.segment.collector.offloadChunk(added)
        if (stored) run.segment.storedArtifacts.push(stored)
        const { stream_id, done, mode, artifact_type } = chunk
        send({ stream_id, chunk: chunk.chunk, done, mode, artifact_type }, meta)
      })
      .catch(warn)
      // Nobody awaits the promise chain of a failed call, so it must not reject.
      .catch(() => undefined)
  }
  let components = 0
  const component = (emission: EmitArtifact) => {
    components += 1
    if (components > maxComponents) throw new PfError('budget_exceeded', `One call can emit at most ${maxComponents} components.`)
    emitComponent(tool, call, emission)
  }
  return {
    emit: (given) => {
      try {
        checkShape(given)
        // Secrets of the user are removed from everything that is sent.
        const emission = scrubTexts(given, run.segment.secrets)
        if (emission.artifact_type === componentType) component(emission)
        else take(emission)
      } catch (thrown) {
        warn(thrown)
      }
    },
    complete: (stream_id, value, artifact_type) => {
      if (!ended.has(stream_id)) send({ stream_id, chunk: value, done: true, mode: 'replace', artifact_type }, {})
    },
    flushed: () => chain,
    close: () => {
      open = false
    },
  }
}

type WireChunk = Pick<
  Extract<Parameters<ToolCall['run']['emit']>[0], { type: 'artifact_chunk' }>,
  'stream_id' | 'chunk' | 'done' | 'mode' | 'artifact_type' | 'meta'
>

function emitChunk({ run, step, toolCallId }: ToolCall, chunk: Omit<WireChunk, 'meta'>, meta: JsonObject & { source_tool: string }) {
  run.emit({
    type: 'artifact_chunk',
    step,
    ...chunk,
    tool_call_id: toolCallId,
    meta: { ...meta, message_id: run.messageId, registry_version: registryOf(run.agent.rich?.policy).version },
  })
}

/** A revoked proxy throws when it is inspected. */
function isReadable(value: unknown): value is Record<string, unknown> {
  try {
    return isRecord(value)
  } catch {
    return false
  }
}

function checkShape(emission: unknown): void {
  if (!isReadable(emission)) throw new PfError('invalid_input', 'emitArtifact expects an object: {stream_id, chunk, done?, mode?, artifact_type?, meta?}.')
  const { artifact_type } = emission
  if (artifact_type !== undefined && typeof artifact_type !== 'string') throw new PfError('invalid_input', 'emitArtifact: artifact_type must be a string.')
}

/** Returns a copy of small metadata as JSON. A value that is not JSON would make the commit fail. */
function ownMeta(meta: unknown): JsonObject {
  const text = JSON.stringify(toJson(meta ?? {}))
  const copy: unknown = text.length > 4_000 ? {} : JSON.parse(text)
  return isRecord(copy) ? (copy as JsonObject) : {}
}

/** Validates a component of a host tool with the same registry and policy as the model's. It is refused if rich output is disabled. */
function emitComponent(tool: string, call: ToolCall, { chunk, mode = 'replace', meta }: EmitArtifact): void {
  const { run, toolCallId } = call
  const { rich } = run.agent
  if (!rich) throw new PfError('component_not_allowed', 'Rich output is disabled; enable richOutput to emit components.')
  if (!isRecord(chunk) || mode !== 'replace') throw new PfError('schema_invalid', 'A component must be emitted completely, as {id, component, props}.')
  const checked = validateComponent(chunk.component, toJson(chunk.props), { policy: rich.policy, budget: 'uncounted', via: 'render' })
  if (!checked.ok)
    throw new PfError('schema_invalid', `The component is not valid: ${checked.issues[0]?.code ?? 'invalid'} at "${checked.issues[0]?.pointer ?? ''}".`)
  const { component, props } = checked
  const id = typeof chunk.id === 'string' && chunk.id !== '' ? chunk.id.slice(0, 64) : toolCallId
  run.segment.components.put({ id, component, props })
  const title = typeof chunk.title === 'string' ? { title: chunk.title.slice(0, 500).toWellFormed() } : {}
  const shown = { id, component, props, ...title }
  emitChunk(call, { stream_id: id, chunk: shown, done: true, mode, artifact_type: componentType }, { ...ownMeta(meta), source_tool: tool })
}

import { applyPatch, type JsonObject, type JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { combine } from '../model/combine.ts'
import { isPending, newComponent, putComponent, rejectPreview, removeComponent } from '../model/component-previews.ts'
import type { Incoming } from '../model/incoming.ts'
import { currentTurn, type Handler, type Model, patchTurn, turnById, turnOfMessage, upsert } from '../model/model.ts'
import { json, name, number, object, omitUndefined, text } from '../model/read.ts'
import { readIssues } from '../model/read-issues.ts'
import type { ArtifactState, AssistantTurn, ComponentState } from '../model/types.ts'

/** CUSTOM `artifact_chunk`: a component, or a piece of a tool's streamed artifact. */
export const artifactChunk: Handler = (model, event) => {
  const value = object(event.fields.value)
  if (value.artifact_type === 'ui_component') componentChunk(model, event, value)
  else streamChunk(model, value)
}

function componentChunk(model: Model, { ts }: Incoming, value: JsonObject) {
  const chunk = object(value.chunk)
  const component = name(chunk.component)
  const tool_call_id = name(value.tool_call_id)
  const id = name(chunk.id) ?? tool_call_id ?? name(value.stream_id)
  if (component === undefined || id === undefined) return
  const meta = object(value.meta)
  const turn = turnOfMessage(model, name(meta.message_id))
  const { target, turnAfter } = findTarget(model, turn, { id, tool_call_id })
  const [props, done] = [object(chunk.props), value.done !== false]
  const head = { ...newComponent(turn, target?.key ?? tool_call_id ?? id, ts), id, component, seq: number(value.seq) ?? 0, meta }
  const more = { tool_call_id: tool_call_id ?? target?.tool_call_id, title: name(chunk.title) }
  putComponent(model, turnAfter, omitUndefined({ ...head, ...more, ...validPart(model, component, { props, done }) }))
  if (!done) refreshWhenLoaded(model, head, props)
}

/** Returns the component to replace: the one with the same id, otherwise the preview. A preview that is not needed is removed. */
function findTarget(model: Model, turn: AssistantTurn, { id, tool_call_id }: { id: string; tool_call_id: string | undefined }) {
  const same = turn.components.find((component) => component.id === id && component.status !== 'rejected')
  if (tool_call_id === undefined) return { target: same, turnAfter: turn }
  model.previews.delete(tool_call_id)
  const preview = turn.components.find((component) => component.tool_call_id === tool_call_id)
  const target = same ?? preview
  if (!target || target.key === tool_call_id) return { target, turnAfter: turn }
  return { target, turnAfter: removeComponent(model, turn, { component: target === preview ? undefined : preview, key: tool_call_id }) }
}

/** After the kits have been loaded, validates a piece again, unless a newer piece has replaced it. */
function refreshWhenLoaded(
  model: Model,
  { message_id, key, component, seq }: Pick<ComponentState, 'message_id' | 'key' | 'component' | 'seq'>,
  props: JsonObject,
) {
  if (!model.rules.allows(component)) return
  void model.rules.loading?.(component, props)?.then(() => {
    const turn = turnById(model, message_id)
    const known = turn?.components.find((candidate) => candidate.key === key)
    if (!turn || known?.component !== component || known.seq !== seq || !isPending(known)) return
    putComponent(model, turn, { ...known, ...validPart(model, component, { props, done: false }) })
    model.notify()
  })
}

/** A chunk with `done` was validated by the server; the renderer validates it again. Of an earlier chunk, the part that is valid by the rules of the browser is kept. */
function validPart({ rules }: Model, component: string, { props, done }: { props: JsonObject; done: boolean }): Pick<ComponentState, 'status' | 'props'> {
  if (done) return { status: 'ready', props }
  const prefix = rules.allows(component) ? rules.prefix(component, props) : undefined
  return prefix ? { status: 'streaming', props: prefix } : { status: 'skeleton', props: {} }
}

function streamChunk(model: Model, value: JsonObject) {
  const stream_id = name(value.stream_id)
  if (stream_id === undefined) return
  const meta = object(value.meta)
  const turn = turnOfMessage(model, name(meta.message_id))
  const known = turn.artifacts.find((artifact) => artifact.stream_id === stream_id)
  const seq = number(value.seq) ?? (known ? known.seq + 1 : 0)
  if (known && seq <= known.seq) return
  // Chunks after the end of a stream belong to a new stream with the same id.
  const base = known?.done ? undefined : known?.value
  putArtifact(
    model,
    turn,
    omitUndefined({
      stream_id,
      artifact_type: text(value.artifact_type),
      value: combine(base, json(value.chunk), value.done === true ? 'replace' : value.mode),
      done: value.done === true,
      seq,
      tool_call_id: name(value.tool_call_id),
      source_tool: name(meta.source_tool),
    }),
  )
}

/** CUSTOM `artifact_stored`: bytes that are available from the artifact route. */
export const artifactStored: Handler = (model, { fields }) => {
  const value = object(fields.value)
  const artifact_id = name(value.artifact_id)
  if (artifact_id === undefined) return
  const stored = omitUndefined({
    artifact_id,
    media_type: text(value.media_type),
    bytes: number(value.bytes) ?? 0,
    sha256: text(value.sha256),
    url: name(value.url),
  })
  putArtifact(
    model,
    currentTurn(model),
    omitUndefined({
      stream_id: artifact_id,
      artifact_type: 'stored',
      done: true,
      seq: 0,
      stored,
      source_tool: name(value.source_tool),
    }),
  )
}

const putArtifact = (model: Model, turn: AssistantTurn, artifact: ArtifactState) =>
  patchTurn(model, turn, { artifacts: upsert(turn.artifacts, artifact, 'stream_id') })

/** CUSTOM `artifact_update`: an RFC 6902 patch on {id, component, props, title}. The id and the component cannot change, and older versions are ignored. */
export const artifactUpdate: Handler = (model, event) => {
  const value = object(event.fields.value)
  const turn = turnOfMessage(model, name(value.message_id))
  const known = turn.components.find((component) => component.id === text(value.id))
  if (known?.status !== 'ready') return
  const version = number(value.version) ?? known.version + 1
  if (version > known.version) patchComponent(model, turn, known, { patch: value.patch, version, ts: event.ts })
}

interface ComponentPatch {
  patch: unknown
  version: number
  ts: number
}

/** Patches one component. The renderer validates the result again before it is drawn. */
export function patchComponent(model: Model, turn: AssistantTurn, known: ComponentState, { patch, version, ts }: ComponentPatch): void {
  const document: JsonValue = omitUndefined({ id: known.id, component: known.component, props: known.props, title: known.title })
  const result = applyPatch(document, patch)
  const next = result.ok ? result.value : undefined
  if (!isRecord(next) || next.id !== known.id || next.component !== known.component || !isRecord(next.props)) return
  putComponent(model, turn, omitUndefined({ ...known, props: object(next.props), version, ts, title: name(next.title) }))
}

/** CUSTOM `artifact_rejected`. */
export const artifactRejected: Handler = (model, { fields }) => {
  const value = object(fields.value)
  const tool_call_id = name(value.tool_call_id)
  if (tool_call_id !== undefined) rejectPreview(model, tool_call_id, readIssues(value.errors))
}

import { applyPatch, isRecord, type JsonObject, type JsonValue, type ValidationIssue } from '@pf/core'
import { combine } from '../combine.ts'
import type { Incoming } from '../incoming.ts'
import { type Handler, type Model, patchTurn, turnOfMessage, upsert } from '../model.ts'
import { putComponent, rejectPreview } from '../place-preview.ts'
import { json, name, number, object, optional, text } from '../read.ts'
import { readIssues } from '../read-issues.ts'
import type { ArtifactState, AssistantTurn, ComponentState } from '../types.ts'

/** CUSTOM `artifact_chunk`: a component, or a piece of a tool's streamed artifact. */
export const artifactChunk: Handler = (model, event) => {
  const value = object(event.fields.value)
  if (value.artifact_type === 'ui_component') componentChunk(model, event, value)
  else streamChunk(model, value)
}

function componentChunk(model: Model, event: Incoming, value: JsonObject) {
  const chunk = value.chunk
  if (!isRecord(chunk) || name(chunk.component) === undefined) return
  const meta = object(value.meta)
  const turn = turnOfMessage(model, name(meta.message_id))
  const tool_call_id = name(value.tool_call_id)
  const id = name(chunk.id) ?? tool_call_id ?? name(value.stream_id)
  if (id === undefined) return
  const { target, stray } = places(turn, id, tool_call_id)
  if (tool_call_id !== undefined) model.previews.delete(tool_call_id)
  const place = target && tool_call_id !== undefined && target.key !== tool_call_id ? without(model, turn, { stray, key: tool_call_id }) : turn
  const component = { key: target?.key ?? tool_call_id ?? id, id, ...optional('tool_call_id', tool_call_id ?? target?.tool_call_id) }
  const drawn = drawable(model, text(chunk.component), object(chunk.props), value.done !== false)
  const rest = { message_id: turn.id, seq: number(value.seq) ?? 0, ts: event.ts, version: 0, meta, ...optional('title', name(chunk.title)) }
  putComponent(model, place, { ...component, component: text(chunk.component), ...drawn, ...rest })
  if (value.done === false) whenKnown(model, { turn_id: turn.id, key: component.key, seq: rest.seq, name: text(chunk.component), props: object(chunk.props) })
}

interface Waiting {
  turn_id: string
  key: string
  seq: number
  name: string
  props: JsonObject
}

/** A piece whose rules are still being fetched is looked at again when they are there, unless a newer one took its place. */
function whenKnown(model: Model, waiting: Waiting) {
  const { turn_id, key, seq, name, props } = waiting
  if (!model.rules.allows(name)) return
  void model.rules.loading?.(name, props)?.then(() => {
    const turn = model.turns.findLast((candidate): candidate is AssistantTurn => candidate.kind === 'assistant' && candidate.id === turn_id)
    const known = turn?.components.find((component) => component.key === key)
    if (!turn || known?.component !== name || known.seq !== seq || (known.status !== 'skeleton' && known.status !== 'streaming')) return
    putComponent(model, turn, { ...known, ...drawable(model, name, props, false) })
    model.wake()
  })
}

/** Where the component goes: over the one with its id, else over its preview; a preview that is not needed goes away. */
function places(turn: AssistantTurn, id: string, tool_call_id: string | undefined) {
  const preview = turn.components.find((component) => component.tool_call_id === tool_call_id && tool_call_id !== undefined)
  const same = turn.components.find((component) => component.id === id && component.status !== 'rejected')
  const target = same ?? preview
  return { target, stray: target !== preview ? preview : undefined }
}

/** The turn without a preview and without its place. */
function without(model: Model, turn: AssistantTurn, { stray, key }: { stray: ComponentState | undefined; key: string }): AssistantTurn {
  const components = turn.components.filter((component) => component !== stray)
  const parts = turn.parts.filter((part) => part.kind !== 'component' || part.id !== key)
  patchTurn(model, turn, { components, parts })
  return { ...turn, components, parts }
}

/** Only a done chunk was validated by the server; before that the browser's own rules hold. */
function drawable(model: Model, component: string, props: JsonObject, done: boolean): Pick<ComponentState, 'status' | 'props'> {
  if (done) return { status: 'ready', props }
  const prefix = model.rules.allows(component) ? model.rules.prefix(component, props) : undefined
  return prefix ? { status: 'streaming', props: prefix } : { status: 'skeleton', props: {} }
}

const byStream = (artifact: ArtifactState) => artifact.stream_id

function streamChunk(model: Model, value: JsonObject) {
  const stream_id = name(value.stream_id)
  if (stream_id === undefined) return
  const meta = object(value.meta)
  const turn = turnOfMessage(model, name(meta.message_id))
  const known = turn.artifacts.find((artifact) => artifact.stream_id === stream_id)
  const seq = number(value.seq) ?? (known ? known.seq + 1 : 0)
  if (known && seq <= known.seq) return
  // What comes after the end of a stream is another one under the same id.
  const base = known?.done ? undefined : known?.value
  const artifact: ArtifactState = {
    stream_id,
    artifact_type: text(value.artifact_type),
    value: combine(base, json(value.chunk), value.done === true ? 'replace' : value.mode),
    done: value.done === true,
    seq,
    ...optional('tool_call_id', name(value.tool_call_id)),
    ...optional('source_tool', name(meta.source_tool)),
  }
  patchTurn(model, turn, { artifacts: upsert(turn.artifacts, artifact, byStream) })
}

/** CUSTOM `artifact_stored`: bytes that wait on the artifact route. */
export const artifactStored: Handler = (model, { fields }) => {
  const value = object(fields.value)
  const artifact_id = name(value.artifact_id)
  if (artifact_id === undefined) return
  const turn = turnOfMessage(model, undefined)
  const stored = {
    artifact_id,
    media_type: text(value.media_type),
    bytes: number(value.bytes) ?? 0,
    sha256: text(value.sha256),
    ...optional('url', name(value.url)),
  }
  const artifact: ArtifactState = {
    stream_id: artifact_id,
    artifact_type: 'stored',
    done: true,
    seq: 0,
    stored,
    ...optional('source_tool', name(value.source_tool)),
  }
  patchTurn(model, turn, { artifacts: upsert(turn.artifacts, artifact, byStream) })
}

/** CUSTOM `artifact_update`: an RFC 6902 patch on {id, component, props, title}; id and component cannot change, an older version is dropped. */
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

/** Patches one component; the renderer validates the result again before it is drawn. */
export function patchComponent(model: Model, turn: AssistantTurn, known: ComponentState, { patch, version, ts }: ComponentPatch): void {
  const document: JsonValue = { id: known.id, component: known.component, props: known.props, ...(known.title === undefined ? {} : { title: known.title }) }
  const result = applyPatch(document, patch)
  const next = result.ok ? result.value : undefined
  if (!isRecord(next) || next.id !== known.id || next.component !== known.component || !isRecord(next.props)) return
  const { title: _, ...rest } = known
  putComponent(model, turn, { ...rest, props: object(next.props), version, ts, ...optional('title', name(next.title)) })
}

/** CUSTOM `artifact_rejected`. */
export const artifactRejected: Handler = (model, { fields }) => {
  const value = object(fields.value)
  const errors: ValidationIssue[] = readIssues(value.errors)
  const tool_call_id = name(value.tool_call_id)
  if (tool_call_id !== undefined) rejectPreview(model, tool_call_id, errors)
}

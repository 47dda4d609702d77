import { activityId, applyPatch, type JsonObject, type JsonValue, type PlannerEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { linkArtifacts } from './link-artifacts.ts'
import { type Handler, isPfClient, type Mapping } from './mapping.ts'

const activityType = 'ui_component'

/** Emits a CUSTOM event for every client, and components also as activities for clients other than pf's own. */
export const onArtifactChunk: Handler<'artifact_chunk'> = (mapping, event) => {
  const { stream_id, done, mode, artifact_type, tool_call_id, meta } = event
  const chunk = linkArtifacts(event.chunk, mapping.options.artifactUrl)
  const seq = nextSeq(mapping, event)
  const optional = { ...(mode === undefined ? {} : { mode }), ...(tool_call_id === undefined ? {} : { tool_call_id }) }
  mapping.emit({ type: 'CUSTOM', name: 'artifact_chunk', value: { stream_id, seq, chunk, done, artifact_type, ...optional, meta } })
  if (artifact_type === 'ui_component' && (mode ?? 'replace') === 'replace' && !isPfClient(mapping)) emitActivity(mapping, meta, chunk)
}

/** Patches (RFC 6902) a component {id, component, props, title}. The activity is patched only if the patch applies. */
export const onArtifactUpdate: Handler<'artifact_update'> = (mapping, { id, message_id, version, ...event }) => {
  const patch = linkArtifacts(event.patch, mapping.options.artifactUrl) as JsonObject[]
  mapping.emit({ type: 'CUSTOM', name: 'artifact_update', value: { id, message_id, patch, version } })
  const messageId = activityId(message_id, id)
  const content = mapping.activities.get(messageId)
  if (content === undefined) return
  const patched = applyPatch(content, patch)
  if (!patched.ok || !isRecord(patched.value)) return
  mapping.activities.set(messageId, patched.value)
  mapping.emit({ type: 'ACTIVITY_DELTA', messageId, activityType, patch: patch as Operations })
}

/** Announces a stored artifact with its URL. */
export const onArtifactStored: Handler<'artifact_stored'> = (mapping, { artifact_id, media_type, bytes, sha256, source_tool }) => {
  const value = linkArtifacts({ artifact_id, media_type, bytes, sha256, source_tool }, mapping.options.artifactUrl)
  mapping.emit({ type: 'CUSTOM', name: 'artifact_stored', value })
}

/** Announces a component that failed validation and is not shown. */
export const onArtifactRejected: Handler<'artifact_rejected'> = (mapping, { tool_call_id, errors }) =>
  mapping.emit({ type: 'CUSTOM', name: 'artifact_rejected', value: { tool_call_id, errors } })

type Operations = Extract<Parameters<Mapping['emit']>[0], { type: 'ACTIVITY_DELTA' }>['patch']

/** Numbers the chunks of a stream from 0 without gaps. The `seq` of the planner event is its number in the log. */
function nextSeq(mapping: Mapping, { meta, stream_id }: PlannerEvent<'artifact_chunk'>): number {
  const key = JSON.stringify([meta.message_id, stream_id])
  const seq = mapping.chunkCounts.get(key) ?? 0
  mapping.chunkCounts.set(key, seq + 1)
  return seq
}

function emitActivity(mapping: Mapping, { message_id, registry_version }: PlannerEvent<'artifact_chunk'>['meta'], chunk: JsonValue) {
  if (!isRecord(chunk)) return
  const { id, component, props, title } = chunk
  if (typeof id !== 'string' || typeof component !== 'string' || !isRecord(props)) return
  const content: JsonObject = { id, component, props, registry_version, ...(typeof title === 'string' ? { title } : {}) }
  const messageId = activityId(message_id, id)
  mapping.activities.set(messageId, content)
  mapping.emit({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content, replace: true })
}

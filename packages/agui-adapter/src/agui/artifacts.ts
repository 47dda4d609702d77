import { activityId, applyPatch, type JsonObject, type JsonValue, type PlannerEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { linkArtifacts } from './link-artifacts.ts'
import { type Handler, isOurs, type Mapping } from './mapping.ts'

const activityType = 'ui_component'

/** CUSTOM for every client, and a mirror of components for clients that know only activities. */
export const onArtifactChunk: Handler<'artifact_chunk'> = (mapping, event) => {
  const { stream_id, done, mode, artifact_type, tool_call_id, meta } = event
  const chunk = linkArtifacts(event.chunk, mapping.options.artifactUrl)
  const seq = nextSeq(mapping, event)
  const optional = { ...(mode === undefined ? {} : { mode }), ...(tool_call_id === undefined ? {} : { tool_call_id }) }
  mapping.emit({ type: 'CUSTOM', name: 'artifact_chunk', value: { stream_id, seq, chunk, done, artifact_type, ...optional, meta } })
  if (artifact_type === 'ui_component' && (mode ?? 'replace') === 'replace' && !isOurs(mapping)) mirror(mapping, meta, chunk)
}

/** A patch of a component, RFC 6902 over {id, component, props, title}; the mirror follows only where the patch applies. */
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

/** A stored artifact, with its address. */
export const onArtifactStored: Handler<'artifact_stored'> = (mapping, { artifact_id, media_type, bytes, sha256, source_tool }) => {
  const value = linkArtifacts({ artifact_id, media_type, bytes, sha256, source_tool }, mapping.options.artifactUrl)
  mapping.emit({ type: 'CUSTOM', name: 'artifact_stored', value })
}

/** What was asked for and is not shown. */
export const onArtifactRejected: Handler<'artifact_rejected'> = (mapping, { tool_call_id, errors }) =>
  mapping.emit({ type: 'CUSTOM', name: 'artifact_rejected', value: { tool_call_id, errors } })

type Operations = Extract<Parameters<Mapping['emit']>[0], { type: 'ACTIVITY_DELTA' }>['patch']

/** The log's own numbering stands on the envelope under the same name, so the chunk's is counted anew: from 0, no gap. */
function nextSeq(mapping: Mapping, { meta, stream_id }: PlannerEvent<'artifact_chunk'>): number {
  const key = JSON.stringify([meta.message_id, stream_id])
  const seq = mapping.chunks.get(key) ?? 0
  mapping.chunks.set(key, seq + 1)
  return seq
}

function mirror(mapping: Mapping, { message_id, registry_version }: PlannerEvent<'artifact_chunk'>['meta'], chunk: JsonValue) {
  if (!isRecord(chunk)) return
  const { id, component, props, title } = chunk
  if (typeof id !== 'string' || typeof component !== 'string' || !isRecord(props)) return
  const content: JsonObject = { id, component, props, registry_version, ...(typeof title === 'string' ? { title } : {}) }
  const messageId = activityId(message_id, id)
  mapping.activities.set(messageId, content)
  mapping.emit({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content, replace: true })
}

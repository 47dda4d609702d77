import type { ThreadView } from '../contracts/agent-port.ts'
import type { PlannerEvent } from '../contracts/events.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { applyPatch } from '../json/apply-patch.ts'
import { isRecord } from '../json/is-record.ts'
import { applyChunk } from './apply-chunk.ts'

type Component = ThreadView['components'][number]

/** Components of a thread as their events leave them. */
export interface ComponentFold {
  feed(event: PlannerEvent): void
  /** In order of first appearance; what is no component yet is left out. */
  finish(): Component[]
}

/** A component is known by its message and its id, so the same id in another turn is another component. A patch that does not apply changes nothing. */
export function createComponentFold(): ComponentFold {
  const artifacts = new Map<string, { message_id: string; value: JsonValue }>()
  const keyOf = (message_id: string, id: string) => JSON.stringify([message_id, id])

  const addChunk = (event: PlannerEvent<'artifact_chunk'>) => {
    const { message_id } = event.meta
    const key = keyOf(message_id, event.stream_id)
    artifacts.set(key, { message_id, value: applyChunk(artifacts.get(key)?.value, event.chunk, event.mode) })
  }
  const update = (event: PlannerEvent<'artifact_update'>) => {
    const known = artifacts.get(keyOf(event.message_id, event.id))
    const patched = known && applyPatch(known.value, event.patch)
    if (known && patched?.ok && toComponent(patched.value, known.message_id)?.id === event.id) known.value = patched.value
  }

  return {
    feed(event) {
      if (event.type === 'artifact_chunk' && event.artifact_type === 'ui_component') addChunk(event)
      if (event.type === 'artifact_update') update(event)
    },
    finish: () => [...artifacts.values()].flatMap(({ message_id, value }) => toComponent(value, message_id) ?? []),
  }
}

function toComponent(value: JsonValue, message_id: string): Component | undefined {
  if (!isRecord(value)) return undefined
  const { id, component, props, title } = value
  if (typeof id !== 'string' || typeof component !== 'string' || !isRecord(props)) return undefined
  return { id, component, props: props as JsonObject, message_id, ...(typeof title === 'string' ? { title } : {}) }
}

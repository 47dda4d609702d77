import type { ThreadView } from '../contracts/agent-port.ts'
import type { PlannerEvent } from '../contracts/events.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { PfError } from '../errors/pf-error.ts'
import { applyPatch } from '../json/apply-patch.ts'
import { isRecord } from '../json/records.ts'
import { combineChunk } from './combine-chunk.ts'

type Component = ThreadView['components'][number]

interface Artifact {
  message_id: string
  value: JsonValue
  /** Containers that only this fold references, and that may be modified in place. */
  made: WeakSet<object>
}

/** Computes the components of a thread from its events. */
export interface ComponentFold {
  /** Applies an event. A chunk without a message id, or one that cannot be merged, has no effect. */
  feed(event: PlannerEvent): void
  /** Ends the fold and returns the components in order of first appearance. Incomplete components are omitted. */
  finish(): Component[]
}

/**
 * Creates a fold. A component is identified by its message and its id, so the same id in another turn is another component. A patch that
 * cannot be applied has no effect.
 */
export function createComponentFold(): ComponentFold {
  const artifacts = new Map<string, Artifact>()
  const keyOf = (message_id: string, id: string) => JSON.stringify([message_id, id])

  const addChunk = (event: PlannerEvent<'artifact_chunk'>) => {
    const message_id = isRecord(event.meta) ? event.meta.message_id : undefined
    if (message_id === undefined) return
    const key = keyOf(message_id, event.stream_id)
    const { value: current, made = new WeakSet() } = artifacts.get(key) ?? {}
    const value = withoutFault(() => combineChunk(current, event, made))
    if (value !== undefined) artifacts.set(key, { message_id, value, made })
  }
  const update = (event: PlannerEvent<'artifact_update'>) => {
    const known = artifacts.get(keyOf(event.message_id, event.id))
    const patched = known && applyPatch(known.value, event.patch)
    if (known && patched?.ok && toComponent(patched.value, known.message_id)?.id === event.id)
      Object.assign(known, { value: patched.value, made: new WeakSet() })
  }

  return {
    feed(event) {
      if (event.type === 'artifact_chunk' && event.artifact_type === 'ui_component') addChunk(event)
      if (event.type === 'artifact_update') update(event)
    },
    finish: () => [...artifacts.values()].flatMap(({ message_id, value }) => toComponent(value, message_id) ?? []),
  }
}

function withoutFault<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch (error) {
    if (PfError.isInstance(error)) return undefined
    throw error
  }
}

function toComponent(value: JsonValue, message_id: string): Component | undefined {
  if (!isRecord(value)) return undefined
  const { id, component, props, title } = value
  if (typeof id !== 'string' || typeof component !== 'string' || !isRecord(props)) return undefined
  return { id, component, props: props as JsonObject, message_id, ...(typeof title === 'string' ? { title } : {}) }
}

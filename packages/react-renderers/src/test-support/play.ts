import type { JsonObject, WireEvent } from '@pf/core'
import { createStore } from '../store/create-store.ts'
import type { PreviewRules } from '../store/model/preview.ts'
import { createTimeline } from '../store/model/timeline.ts'
import type { AssistantTurn, ComponentStore } from '../store/model/types.ts'

/** Rules of a registry that knows metrics and accepts all strings and numbers. */
export const rules: PreviewRules = {
  allows: (component) => component === 'metric' || component === 'datagrid',
  prefix: (_, partial) => (typeof partial === 'object' && partial !== null && Object.keys(partial).length > 0 ? (partial as JsonObject) : undefined),
}

/** Creates a store with numbered ids, a constant clock, and frames that the test runs. */
export function newStore(): { store: ComponentStore; frame: () => void } {
  let id = 0
  let flush = () => {}
  const store = createStore({
    rules,
    timeline: createTimeline,
    newId: () => `id${++id}`,
    now: () => 5_000,
    schedule: (next) => {
      flush = next
    },
  })
  return { store, frame: () => flush() }
}

/** Returns a store after some events. */
export function play(events: readonly WireEvent[]): ComponentStore {
  const { store } = newStore()
  for (const event of events) store.apply(event)
  return store
}

/** Returns the newest assistant turn of the store. */
export const turnOf = (store: ComponentStore): AssistantTurn => {
  const turn = store.getSnapshot().turns.findLast((candidate) => candidate.kind === 'assistant')
  if (turn?.kind !== 'assistant') throw new Error('no assistant turn')
  return turn
}

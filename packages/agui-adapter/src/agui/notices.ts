import type { JsonValue, PlannerEventType } from '@pf/core'
import { linkQuestions } from './link-artifacts.ts'
import type { Handler, Mapping } from './mapping.ts'

const envelope = new Set(['type', 'run_id', 'thread_id', 'seq', 'ts', 'step', 'parent_run_id'])

/** CUSTOM under the planner's own name with the event's own fields: for what AG-UI has no event for. */
export const notice = <T extends PlannerEventType>(name: T): Handler<T> => {
  return (mapping, event) => {
    const fields = Object.entries(event).filter(([key, value]) => !envelope.has(key) && value !== undefined)
    mapping.emit({ type: 'CUSTOM', name, value: Object.fromEntries(fields) as { [key: string]: JsonValue } })
  }
}

/** Questions: CUSTOM for who reads it; the segment's end says the same in the protocol's own words. */
export const onPause: Handler<'pause'> = (mapping, { interactions }) => {
  const linked = linkQuestions(interactions, mapping.options.artifactUrl)
  mapping.interactions.push(...linked)
  mapping.emit({ type: 'CUSTOM', name: 'pause', value: { interactions: linked } })
}

/** Drafts have a stream of their own; nothing of them goes to AG-UI. */
export const silent = (_mapping: Mapping): void => {}

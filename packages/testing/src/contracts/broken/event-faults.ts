import type { PlannerEvent, StorePorts } from '@pf/core'
import { type Faults, nobody, scoped } from './faults.ts'

function rewritten(events: StorePorts['events'], rewrite: (event: PlannerEvent) => PlannerEvent[]): StorePorts['events'] {
  return {
    last: events.last,
    async *read(...args) {
      for await (const event of events.read(...args)) yield* rewrite(event)
    },
  }
}

/** Faults of `EventLog`. */
export const eventFaults: Faults = {
  'an event comes twice': ({ events }) => ({ events: rewritten(events, (event) => (event.seq === 2 ? [event, event] : [event])) }),
  'an event is lost': ({ events }) => ({ events: rewritten(events, (event) => (event.seq === 2 ? [] : [event])) }),
  'two events change places': ({ events }) => {
    let held: PlannerEvent | undefined
    const swap = (event: PlannerEvent) => {
      if (event.seq === 1) held = event
      return event.seq === 1 ? [] : event.seq === 2 && held ? [event, held] : [event]
    }
    return { events: rewritten(events, swap) }
  },
  'only what is stored is read': ({ events }) => ({
    events: {
      last: events.last,
      async *read(scope, run_id, after, signal) {
        const last = await events.last(scope, run_id)
        for (let seq = after; seq < last; seq += 1) {
          const { value } = await events.read(scope, run_id, seq, signal)[Symbol.asyncIterator]().next()
          if (value) yield value
        }
      },
    },
  }),
  'a reader does not end with the run': ({ events }) => ({
    events: {
      last: events.last,
      async *read(...args) {
        yield* events.read(...args)
        await new Promise(() => {})
      },
    },
  }),
  'an abort is not heard': ({ events }) => ({ events: { last: events.last, read: (scope, run_id, after) => events.read(scope, run_id, after) } }),
  'a pause ends the reader': ({ events }) => ({
    events: {
      last: events.last,
      async *read(...args) {
        for await (const event of events.read(...args)) {
          yield event
          if (event.type === 'finish') return
        }
      },
    },
  }),
  'after is taken as from': ({ events }) => ({
    events: { last: events.last, read: (scope, run_id, after, signal) => events.read(scope, run_id, Math.max(0, after - 1), signal) },
  }),
  'owners are not looked at': (ports) => ({ storage: scoped(ports.storage, () => nobody), events: scoped(ports.events, () => nobody) }),
}

import type { PlannerEvent } from '@pf/core'
import { within } from './within.ts'

/** Everything until the end. */
export function collect<T>(source: AsyncIterable<T>, what = 'the end of a reader'): Promise<T[]> {
  const read = async () => {
    const items: T[] = []
    for await (const item of source) items.push(item)
    return items
  }
  return within(read(), what)
}

/** The next `count` events; the reader stays open. */
export async function take(reader: AsyncIterator<PlannerEvent>, count: number): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  while (events.length < count) {
    const step = await within(reader.next(), `event ${events.length + 1} of ${count}`)
    if (step.done) break
    events.push(step.value)
  }
  return events
}

/** True when the reader has ended. */
export async function ended(reader: AsyncIterator<PlannerEvent>): Promise<boolean> {
  return (await within(reader.next(), 'the end of a reader')).done === true
}

import type { PlannerEvent } from '../contracts/events.ts'
import type { Scope } from '../contracts/owner.ts'
import type { EventLog } from '../contracts/ports.ts'
import { ownerKey } from './owner-key.ts'

/** A page of stored events. `finished` is true when no event can follow the page, also for a run that is not stored. */
export interface EventPage {
  events: PlannerEvent[]
  finished: boolean
}

/** How feeds read a store. */
export interface EventFeedOptions {
  /** Resolves to the next stored events with a `seq` above `after`, in order. */
  readPage(scope: Scope, run_id: string, after: number): Promise<EventPage>
  /** How long a reader waits before it reads the store without having been woken, in milliseconds. Default: for ever. */
  pollMs?: number
}

/** Committed events on their way to the readers of one process. */
export interface EventFeeds {
  read: EventLog['read']
  /** Hands events that this process committed to the readers of their run. */
  publish(scope: Scope, run_id: string, events: readonly PlannerEvent[]): void
  /** Lets the readers of a run, or all readers, look into the store again: another process has committed, or may have. */
  wake(key?: string): void
  /** Ends all readers. */
  close(): void
}

/** The key of a run among all owners, as `wake` takes it. */
export const feedKey = (scope: Scope, run_id: string): string => JSON.stringify([ownerKey(scope), run_id])

/** The readers of one run, and the events that this process committed last. */
interface Feed {
  /** Counts wake-ups, so that a reader notices one that comes while it reads the store. */
  wakeUps: number
  recent: PlannerEvent[]
  readonly waiting: Set<() => void>
  readers: number
}

/** How many events a feed keeps for readers that are close behind. */
const maxRecent = 256

type Step = IteratorResult<PlannerEvent, undefined>
const done: Step = { done: true, value: undefined }

/**
 * Reads what is stored, then what comes, without gaps or repetitions. A reader holds a position and one page, so a slow one holds no copies of
 * the log; `return()`, the signal and `close` end it also while it waits.
 */
export function createEventFeeds({ readPage, pollMs }: EventFeedOptions): EventFeeds {
  const feeds = new Map<string, Feed>()
  let isClosed = false

  const join = (key: string): Feed => {
    const feed = feeds.get(key) ?? { wakeUps: 0, recent: [], waiting: new Set(), readers: 0 }
    feed.readers += 1
    feeds.set(key, feed)
    return feed
  }
  const leave = (key: string, feed: Feed) => {
    feed.readers -= 1
    if (feed.readers === 0) feeds.delete(key)
  }
  const wakeFeed = (feed: Feed) => {
    feed.wakeUps += 1
    const waiting = [...feed.waiting]
    feed.waiting.clear()
    for (const wake of waiting) wake()
  }

  const createReader = (scope: Scope, run_id: string, { after, signal }: { after: number; signal: AbortSignal | undefined }) => {
    const key = feedKey(scope, run_id)
    let feed: Feed | undefined
    let position = Number.isFinite(after) ? Math.max(0, Math.floor(after)) : 0
    let page: PlannerEvent[] = []
    let ended = false
    let finished = false
    let wake = () => {}
    let turn: Promise<Step> = Promise.resolve(done)

    const end = () => {
      if (feed && !ended) leave(key, feed)
      ended = true
      wake()
    }
    const nextWakeUp = (from: Feed) =>
      new Promise<void>((resolve) => {
        const timer = pollMs === undefined ? undefined : setTimeout(() => wake(), pollMs)
        wake = () => {
          clearTimeout(timer)
          from.waiting.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        from.waiting.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
    const isOver = () => ended || isClosed || signal?.aborted === true
    const fill = async (from: Feed) => {
      page = following(from.recent, position)
      if (page.length > 0) return
      const seen = from.wakeUps
      const stored = await readPage(scope, run_id, position)
      page = stored.events
      finished = stored.finished
      if (page.length === 0 && !finished && from.wakeUps === seen && !isOver()) await nextWakeUp(from)
    }
    const step = async (): Promise<Step> => {
      while (!isOver()) {
        const event = page.shift()
        if (event) {
          position = event.seq
          return { done: false, value: event }
        }
        if (finished) break
        feed ??= join(key)
        await fill(feed)
      }
      end()
      return done
    }
    return {
      next() {
        turn = turn.then(step)
        return turn
      },
      async return() {
        end()
        return done
      },
    }
  }

  return {
    read: (scope, run_id, after, signal) => ({ [Symbol.asyncIterator]: () => createReader(scope, run_id, { after, signal }) }),
    publish(scope, run_id, events) {
      const feed = feeds.get(feedKey(scope, run_id))
      if (!feed || events.length === 0) return
      feed.recent = [...feed.recent, ...events].slice(-maxRecent)
      wakeFeed(feed)
    },
    wake(key) {
      if (key === undefined) for (const feed of feeds.values()) wakeFeed(feed)
      else {
        const feed = feeds.get(key)
        if (feed) wakeFeed(feed)
      }
    },
    close() {
      isClosed = true
      for (const feed of feeds.values()) wakeFeed(feed)
    },
  }
}

/** The events right behind a position, up to the first gap: what another process committed in between is in the store alone. */
function following(recent: readonly PlannerEvent[], position: number): PlannerEvent[] {
  const start = recent.findIndex(({ seq }) => seq === position + 1)
  if (start < 0) return []
  const end = recent.findIndex(({ seq }, index) => index >= start && seq !== position + 1 + index - start)
  return recent.slice(start, end < 0 ? undefined : end)
}

import type { PlannerEvent } from '../contracts/events.ts'
import type { Scope } from '../contracts/owner.ts'
import type { EventLog } from '../contracts/ports.ts'
import { isLastEvent } from './check-commit.ts'
import { ownerKey } from './owner-key.ts'

/** A page of stored events. `finished` is true if no further event can follow, and for a run that is not stored. */
export interface EventPage {
  events: PlannerEvent[]
  finished: boolean
}

/** Access of feeds to the store. */
export interface EventFeedOptions {
  /** Resolves to the next stored events with a `seq` above `after`, in order. */
  readPage(scope: Scope, run_id: string, after: number): Promise<EventPage>
  /** Milliseconds after which a waiting reader reads the store again without being woken. By default it waits indefinitely. */
  pollMs?: number
}

/** Delivers committed events to the readers of one process. */
export interface EventFeeds {
  read: EventLog['read']
  /** Passes events that this process committed to the readers of their run. */
  publish(scope: Scope, run_id: string, events: readonly PlannerEvent[]): void
  /** Makes the readers of a run, or all readers, read the store again, because another process may have committed. */
  wake(key?: string): void
  /** Ends all readers. */
  close(): void
}

/** Returns the key of a run among all owners, as used by `wake`. */
export const feedKey = (scope: Scope, run_id: string): string => JSON.stringify([ownerKey(scope), run_id])

/** The readers of one run, and the most recent events that this process committed. */
interface Feed {
  /** Counts the requests to read the store, so that a reader notices one that comes while it reads. */
  requests: number
  recent: PlannerEvent[]
  readonly waiting: Set<() => void>
  readers: number
}

/** Maximum number of events that a feed keeps for readers that have almost caught up. */
const maxRecent = 256

type Step = IteratorResult<PlannerEvent, undefined>
const done: Step = { done: true, value: undefined }

/**
 * Creates feeds. A reader yields the stored events, followed by new ones, without gaps or repetitions. It holds a position and one page, so
 * a slow reader holds no copies of the log. `return()`, the signal and `close` also end a waiting reader.
 */
export function createEventFeeds({ readPage, pollMs }: EventFeedOptions): EventFeeds {
  const feeds = new Map<string, Feed>()
  let isClosed = false

  const join = (key: string): Feed => {
    const feed = feeds.get(key) ?? { requests: 0, recent: [], waiting: new Set(), readers: 0 }
    feed.readers += 1
    feeds.set(key, feed)
    return feed
  }
  const leave = (key: string, feed: Feed) => {
    feed.readers -= 1
    if (feed.readers === 0) feeds.delete(key)
  }
  const wakeFeed = (feed: Feed) => {
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
    let hasTimedOut = false
    /** The count of requests at which the store had nothing behind the position. What this process commits from then on is handed over. */
    let readAll: number | undefined
    let wake = () => {}
    let turn: Promise<Step> = Promise.resolve(done)

    const end = () => {
      if (feed && !ended) leave(key, feed)
      ended = true
      wake()
    }
    const nextWakeUp = (from: Feed) =>
      new Promise<void>((resolve) => {
        hasTimedOut = false
        const onTimeout = () => {
          hasTimedOut = true
          wake()
        }
        const timer = pollMs === undefined ? undefined : setTimeout(onTimeout, pollMs)
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
      const last = page.at(-1)
      if (last) {
        finished = isLastEvent(last)
        return
      }
      const missesEvents = (from.recent.at(-1)?.seq ?? 0) > position
      if (readAll === from.requests && !missesEvents && !hasTimedOut) return nextWakeUp(from)
      hasTimedOut = false
      const { requests } = from
      const stored = await readPage(scope, run_id, position)
      page = stored.events
      finished = stored.finished
      readAll = page.length === 0 ? requests : undefined
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
      const named = key === undefined ? [...feeds.values()] : [feeds.get(key)]
      for (const feed of named) {
        if (!feed) continue
        feed.requests += 1
        wakeFeed(feed)
      }
    },
    close() {
      isClosed = true
      for (const feed of feeds.values()) wakeFeed(feed)
    },
  }
}

/** Returns the events directly after a position, up to the first gap. Events that another process committed in the gap must be read from the store. */
function following(recent: readonly PlannerEvent[], position: number): PlannerEvent[] {
  const start = recent.findIndex(({ seq }) => seq === position + 1)
  if (start < 0) return []
  const end = recent.findIndex(({ seq }, index) => index >= start && seq !== position + 1 + index - start)
  return recent.slice(start, end < 0 ? undefined : end)
}

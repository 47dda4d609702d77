import type { EventLog, PlannerEvent, Scope } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey } from './keys.ts'

/** Committed events on their way to the readers of this process. */
export interface EventFeeds extends EventLog {
  /** Hands committed events to the readers of their run. */
  publish(scope: Scope, run_id: string, commit: { events: readonly PlannerEvent[]; finished: boolean }): void
}

/** The readers of one run, and the events that were committed last. */
interface Feed {
  /** Counts commits, so that a reader notices one that comes while it reads the database. */
  commits: number
  recent: PlannerEvent[]
  readonly waiting: Set<() => void>
  readers: number
}

/** How many events a feed keeps for readers that are close behind. */
const maxRecent = 256

type Step = IteratorResult<PlannerEvent, undefined>
const done: Step = { done: true, value: undefined }

/** Reads what is stored from the database, and what comes from the commits of this process. */
export function createEventFeeds(database: Database): EventFeeds {
  const feeds = new Map<string, Feed>()
  const keyOf = (scope: Scope, run_id: string) => JSON.stringify([ownerKey(scope), run_id])

  const join = (key: string): Feed => {
    const feed = feeds.get(key) ?? { commits: 0, recent: [], waiting: new Set(), readers: 0 }
    feed.readers += 1
    feeds.set(key, feed)
    return feed
  }
  const leave = (key: string, feed: Feed) => {
    feed.readers -= 1
    if (feed.readers === 0) feeds.delete(key)
  }

  const reader = (scope: Scope, run_id: string, after: number, signal?: AbortSignal): AsyncIterator<PlannerEvent, undefined> => {
    const key = keyOf(scope, run_id)
    let feed: Feed | undefined
    let position = Number.isFinite(after) ? Math.max(0, Math.floor(after)) : 0
    let page: PlannerEvent[] = []
    let closed = false
    let finished = false
    let wake = () => {}
    let turn: Promise<Step> = Promise.resolve(done)

    const close = () => {
      if (feed && !closed) leave(key, feed)
      closed = true
      wake()
    }
    const nextCommit = (from: Feed) =>
      new Promise<void>((resolve) => {
        wake = () => {
          from.waiting.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        from.waiting.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
    const fill = async (from: Feed) => {
      const seen = from.commits
      page = from.recent.filter(({ seq }) => seq > position)
      if (page[0]?.seq === position + 1) return
      const stored = await database.call('readEvents', ownerKey(scope), toKey(run_id), position)
      page = stored.events.map((text) => parse<PlannerEvent>(text))
      finished = stored.finished
      if (page.length === 0 && !finished && from.commits === seen && !closed && !signal?.aborted) await nextCommit(from)
    }
    const step = async (): Promise<Step> => {
      while (!closed && !signal?.aborted) {
        const event = page.shift()
        if (event) {
          position = event.seq
          return { done: false, value: event }
        }
        if (finished) break
        feed ??= join(key)
        await fill(feed)
      }
      close()
      return done
    }
    return {
      next() {
        turn = turn.then(step)
        return turn
      },
      async return() {
        close()
        return done
      },
    }
  }

  return {
    read: (scope, run_id, after, signal) => ({ [Symbol.asyncIterator]: () => reader(scope, run_id, after, signal) }),
    last: (scope, run_id) => database.call('lastSeq', ownerKey(scope), toKey(run_id)),
    publish(scope, run_id, { events }) {
      const feed = feeds.get(keyOf(scope, run_id))
      if (!feed) return
      feed.commits += 1
      feed.recent = [...feed.recent, ...events].slice(-maxRecent)
      const waiting = [...feed.waiting]
      feed.waiting.clear()
      for (const wake of waiting) wake()
    },
  }
}

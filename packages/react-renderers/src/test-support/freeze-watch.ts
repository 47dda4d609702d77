import { cdp } from 'vitest/browser'

/** Measures for how long the page was blocked. */
export interface FreezeWatch {
  /** Forgets what was measured so far. */
  restart(): Promise<void>
  /** Marks the end of one piece of work. The more often it is called, the less the time of neighbouring work counts. */
  mark(): Promise<void>
  /** Returns the duration of the longest task since `restart`, in milliseconds: its time on the clock, but at most the processor time of the page between the two marks around it. */
  longest(): Promise<number>
}

interface Mark {
  before: number
  cpuMs: number
  after: number
}

interface Metrics {
  metrics: { name: string; value: number }[]
}

/**
 * Watches the tasks of the page. On a loaded machine a task that computes for a second may take five on the clock, so the processor time of
 * the page's thread limits what counts.
 */
export async function watchFreezes(): Promise<FreezeWatch> {
  const session = cdp() as unknown as { send(method: string, params?: object): Promise<unknown> }
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const tasks: { startTime: number; duration: number }[] = []
  const observer = new PerformanceObserver((entries) => tasks.push(...entries.getEntries()))
  observer.observe({ entryTypes: ['longtask'] })
  let marks: Mark[] = []
  async function mark() {
    const before = performance.now()
    const { metrics } = (await session.send('Performance.getMetrics')) as Metrics
    const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value
    if (seconds === undefined) throw new Error('The browser reports no ThreadTime.')
    marks.push({ before, cpuMs: seconds * 1_000, after: performance.now() })
  }
  function countedMs({ startTime, duration }: { startTime: number; duration: number }): number {
    const first = marks.findLast(({ after }) => after <= startTime) ?? marks[0]
    const last = marks.find(({ before }) => before >= startTime + duration)
    return first && last ? Math.min(duration, last.cpuMs - first.cpuMs) : duration
  }
  await mark()
  return {
    mark,
    async restart() {
      observer.takeRecords()
      tasks.length = 0
      marks = []
      await mark()
    },
    async longest() {
      await mark()
      tasks.push(...observer.takeRecords())
      // A task that began before the last restart, such as the removal of the page before, is reported after its end.
      const begin = marks[0]?.before ?? 0
      return Math.round(Math.max(0, ...tasks.filter(({ startTime }) => startTime >= begin).map(countedMs)))
    },
  }
}

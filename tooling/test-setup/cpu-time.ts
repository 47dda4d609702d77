/** Returns the processor time of this thread in milliseconds. Unlike the clock, it does not advance while other programs use the processor. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A result and the minimum processor time of its task, in milliseconds. */
export interface LeastTime<T> {
  result: T
  ms: number
}

const tries = 6

/**
 * Runs a task up to six times, until it takes less than a limit in milliseconds. A single run can include the garbage collection of earlier
 * tasks, and shares the caches of its core with other programs.
 */
export function leastCpuTime<T>(run: () => T, limit: number): LeastTime<T> {
  let least = timed(run)
  for (let at = 1; at < tries && least.ms >= limit; at++) least = lesser(least, timed(run))
  return least
}

/** Like `leastCpuTime` for an asynchronous task. Nothing else may run at the same time. */
export async function leastAsyncCpuTime<T>(run: () => Promise<T>, limit: number): Promise<LeastTime<T>> {
  const timedRun = async () => {
    const started = cpuTime()
    const result = await run()
    return { result, ms: cpuTime() - started }
  }
  let least = await timedRun()
  for (let at = 1; at < tries && least.ms >= limit; at++) least = lesser(least, await timedRun())
  return least
}

const lesser = <T>(one: LeastTime<T>, other: LeastTime<T>) => (other.ms < one.ms ? other : one)

function timed<T>(run: () => T): LeastTime<T> {
  const started = cpuTime()
  const result = run()
  return { result, ms: cpuTime() - started }
}

/** Processor time of the loop below on a quiet two-core machine, in milliseconds. */
const quiet = 8

/**
 * Returns a limit of processor time in milliseconds that grows with the load of the machine: programs on the other half of a core and in its
 * caches slow a thread down without taking processor time from it.
 */
export function pacedCpu(limit: number): number {
  const times = [0, 1, 2].map(
    () =>
      timed(() => {
        let sum = 0
        for (let at = 0; at < 4_000_000; at++) sum = (sum * 31 + at) | 0
        return sum
      }).ms,
  )
  return limit * Math.max(1, Math.max(...times) / quiet)
}

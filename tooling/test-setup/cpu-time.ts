/** Processor time of this thread in milliseconds. Unlike the clock, it does not pass while other programs keep the machine busy. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

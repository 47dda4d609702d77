/** Duration of the loop below on a quiet two-core machine, in milliseconds. */
const quiet = 8

/**
 * Returns a limit in milliseconds that grows with the load of the machine. A page cannot read its processor time, so the duration of a
 * fixed amount of work is measured directly before the limit is used.
 */
export function paced(limit: number): number {
  return limit * Math.max(1, fixedWork() / quiet)
}

function fixedWork(): number {
  const times = [0, 1, 2].map(() => {
    const from = performance.now()
    let sum = 0
    for (let at = 0; at < 4_000_000; at++) sum = (sum * 31 + at) | 0
    return sum === 1 ? 0 : performance.now() - from
  })
  return Math.max(...times)
}

/** Returns a promise that is awaited later. If the case fails before, its rejection is not unhandled. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

const limitMs = 15_000

/** Returns the promise, which rejects after a timeout with a description of the expected event, so that a missing event does not block the test runner. */
export function within<T>(promise: Promise<T>, what: string): Promise<T> {
  return later(race(promise, what))
}

async function race<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timeout after ${limitMs / 1000} s while waiting for: ${what}`)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

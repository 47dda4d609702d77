/** A promise that is awaited later: should the case fail before, its rejection is no unhandled one. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

const limitMs = 15_000

/** The promise, or a failure that says what was waited for: a lost wake-up must not look like a hanging runner. */
export function within<T>(promise: Promise<T>, what: string): Promise<T> {
  return later(race(promise, what))
}

async function race<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${limitMs / 1000} s: ${what}`)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

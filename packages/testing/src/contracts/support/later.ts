/** A promise that is awaited later: should the case fail before, its rejection is no unhandled one. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** `instanceof` for values of others: what throws when it is looked at, such as a revoked proxy, is none of ours. */
export function isInstanceOf<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

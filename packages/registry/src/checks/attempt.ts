/** Returns the result of reading untrusted data, or `otherwise` if a getter or a proxy in the data throws. */
export function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

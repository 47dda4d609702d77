/** The result of reading untrusted data, or `otherwise` when a getter or a proxy in the data throws. */
export function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** What a reading of untrusted data gives, or something else where a getter or a proxy in it throws: nobody outside of JSON has those, and nobody else shall fall over them. */
export function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

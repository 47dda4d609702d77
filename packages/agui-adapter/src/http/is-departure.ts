/** True for what a call rejects with because its caller has left: the signal's own reason or an AbortError, and only once it has aborted. */
export function isDeparture(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError')
}

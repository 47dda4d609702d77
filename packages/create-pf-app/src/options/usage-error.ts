/** A mistake of the caller. The message is one line and says what to do. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What the stores need from outside; tests pass their own. */
export interface StoreEnvironment {
  /** Milliseconds since the epoch. */
  now(): number
  /** An id that nobody can guess. */
  newId(): string
}

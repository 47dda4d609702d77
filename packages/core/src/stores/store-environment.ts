/** External dependencies of the stores. Tests replace them. */
export interface StoreEnvironment {
  /** Returns the current time in milliseconds since the epoch. */
  now(): number
  /** Returns an id that cannot be guessed. */
  newId(): string
}

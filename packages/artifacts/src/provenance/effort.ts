/** Limits the work of one search, so that large or hostile input ends in time. What is not searched any more makes the result incomplete. */
export class Effort {
  private left = 3_000_000

  /** Counts steps. Returns false if there was too much work. */
  spend(steps: number): boolean {
    this.left -= steps
    return this.left > 0
  }

  get isExhausted(): boolean {
    return this.left <= 0
  }
}

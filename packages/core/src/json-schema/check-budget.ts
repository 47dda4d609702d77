import { measureJson } from '../json/measure-json.ts'

/** Thrown when a check has exceeded its budget. */
class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

/** The initial budget, and whether it grows with the size of the value. */
export interface BudgetLimits {
  /** Initial number of units. About ten million units correspond to one second. */
  units: number
  /**
   * Adds one unit for each character of the value. `late`: measured when the initial budget is spent. `early`: measured at the start,
   * because the check modifies the value. `none`: nothing is added.
   */
  forValue: 'none' | 'late' | 'early'
}

/** Counts the cost of one check at a time. */
export class CheckBudget {
  readonly #limits: BudgetLimits
  #left = 0
  #value: unknown
  #hasGrown = false

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** Begins a check of a value. */
  start(value: unknown): void {
    this.#left = this.#limits.units
    this.#value = value
    this.#hasGrown = this.#limits.forValue !== 'late'
    if (this.#limits.forValue === 'early') this.#left += measureJson(value, {}).cost
  }

  /** Throws BudgetSpent if no units are left. The value is measured only if its check turns out to be expensive. */
  spend(units: number): void {
    this.#left -= units
    if (this.#left >= 0) return
    if (!this.#hasGrown) {
      this.#hasGrown = true
      this.#left += measureJson(this.#value, {}).cost
    }
    if (this.#left < 0) throw new BudgetSpent('The check costs too much.')
  }
}

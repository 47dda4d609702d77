import { measureJson } from '../json/measure-json.ts'

/** Thrown when a check has cost more than its budget. */
class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

/** Where a budget starts, and whether it grows with the size of the value. */
export interface BudgetLimits {
  /** Units; about ten million of them take a second. */
  units: number
  /** One more unit for each character of the value: measured when the budget is spent, or before, where the check changes the value. */
  forValue: 'none' | 'late' | 'early'
}

/** Counts what one check costs. Synchronous: one check at a time. */
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

  /** Throws BudgetSpent when nothing is left. The value is measured only when its check turns out to be expensive. */
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

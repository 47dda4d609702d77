import { measureJson } from '../json/measure-json.ts'

/** Thrown when a check has exceeded its budget. */
class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

/** Maximum number of units that the size of a value adds. Larger values are still accepted if their check is cheaper. */
const maxUnitsForValue = 400_000

/** Units for each key of an object that a schema iterates over. */
const unitsPerKey = 2

/** The initial budget, and whether it grows with the size of the value. */
export interface BudgetLimits {
  /** Initial number of units. About ten million units correspond to one second. */
  units: number
  /**
   * Adds one unit for each character of the value, up to `maxUnitsForValue`. `late`: measured when the initial budget is spent. `early`:
   * measured at the start, because the check modifies the value. `none`: nothing is added.
   */
  forValue: 'none' | 'late' | 'early'
}

/** Counts the cost of one check at a time. */
export class CheckBudget {
  readonly #limits: BudgetLimits
  #left = 0
  #value: unknown
  #hasGrown = false
  #counted: { record: object; keys: number } | undefined

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** Begins a check of a value. */
  start(value: unknown): void {
    this.#left = this.#limits.units
    this.#value = value
    this.#counted = undefined
    this.#hasGrown = this.#limits.forValue !== 'late'
    if (this.#limits.forValue === 'early') this.#left += unitsForValue(value)
  }

  /** Charges `loops` iterations over the keys of an object. Consecutive calls for the same object count its keys once. */
  spendKeys(record: object, loops: number): void {
    if (this.#counted?.record !== record) this.#counted = { record, keys: Object.keys(record).length }
    this.spend(this.#counted.keys * loops * unitsPerKey)
  }

  /** Throws BudgetSpent if no units are left. The value is measured only if its check turns out to be expensive. */
  spend(units: number): void {
    this.#left -= units
    if (this.#left >= 0) return
    if (!this.#hasGrown) {
      this.#hasGrown = true
      this.#left += unitsForValue(this.#value)
    }
    if (this.#left < 0) throw new BudgetSpent('The check costs too much.')
  }
}

const unitsForValue = (value: unknown) => Math.min(maxUnitsForValue, measureJson(value, { cost: maxUnitsForValue }).cost)

import type { Queries } from '../database/database.ts'
import type { OwnerTable } from '../database/owner-tables.ts'

/** Selects rows for one step of a removal: the maximum number of rows, and how they are locked. */
export interface Step {
  limit: number
  lock: 'FOR UPDATE SKIP LOCKED' | 'FOR UPDATE'
}

/** The number of rows that a step has removed, and whether it may have omitted rows because of its limit. */
export interface StepResult {
  removed: number
  more: boolean
}

/** An SQL condition, whose parameters begin with `$2`. The first parameter is the limit of the step. */
export interface Selection {
  where: string
  values: unknown[]
}

/** With `wait`, a step waits for rows that another transaction has locked. Otherwise they are skipped. */
export interface StepOptions {
  wait?: boolean
}

/** A removal and its steps. */
export interface Removal {
  limit: number
  step(step: Step): Promise<StepResult>
  /** Counts the remaining rows, without locks. */
  left(limit: number): Promise<number>
}

/** Maximum number of locked rows that are waited for: each belongs to a transaction. */
const maxWaits = 1_000

/**
 * Repeats a step while there is more to remove. Resolves to the total. A step takes no locked row, so that transactions cannot wait for
 * each other in a cycle; a step that waits takes a single row, and holds no other meanwhile. It ends even if rows are added continuously.
 */
export async function removeInSteps({ limit, step, left }: Removal, { wait = false }: StepOptions): Promise<number> {
  let sum = 0
  for (let more = true; more; ) {
    const result = await step({ limit, lock: 'FOR UPDATE SKIP LOCKED' })
    sum += result.removed
    // A step whose rows are all locked by other transactions would be repeated without end.
    more = result.more && result.removed > 0
  }
  for (let waits = wait ? await left(maxWaits) : 0; waits > 0; waits -= 1) {
    const { removed } = await step({ limit: 1, lock: 'FOR UPDATE' })
    if (removed === 0) break
    sum += removed
  }
  return sum
}

/** Counts the rows of a table that match a condition, up to a limit. */
export async function countLeft(queries: Queries, table: OwnerTable, { where, values }: Selection, limit: number): Promise<number> {
  return (await queries.rows(`SELECT 1 FROM ${table} WHERE ${where} LIMIT $1`, [limit, ...values])).length
}

import type { Queries } from '../database/database.ts'
import type { OwnerTable } from '../database/owner-tables.ts'

/** How one step of a removal selects rows: how many at most, and how their rows are locked. */
export interface Step {
  limit: number
  lock: 'FOR UPDATE SKIP LOCKED' | 'FOR UPDATE'
}

/** What a step has removed, and whether it may have left out rows because of its limit. */
export interface StepResult {
  removed: number
  more: boolean
}

/** A condition of SQL, whose parameters begin with `$2`. The first one is the limit of the step. */
export interface Selection {
  where: string
  values: unknown[]
}

/** With `wait`, rows that somebody else has locked are waited for. Otherwise they are left out. */
export interface StepOptions {
  wait?: boolean
}

/** What is removed, and by which steps. */
export interface Removal {
  limit: number
  step(step: Step): Promise<StepResult>
  /** Counts what is left, without locks. */
  left(limit: number): Promise<number>
}

/** How many locked rows are waited for at most: each belongs to a transaction. */
const maxWaits = 1_000

/**
 * Repeats a step while there is more; resolves to the sum. A step takes no row that is locked, so that no two transactions wait for each other in a
 * circle; one that waits takes a single row, and holds no other meanwhile. Rows that are added all the time do not keep it from coming to an end.
 */
export async function removeInSteps({ limit, step, left }: Removal, { wait = false }: StepOptions): Promise<number> {
  let sum = 0
  for (let more = true; more; ) {
    const result = await step({ limit, lock: 'FOR UPDATE SKIP LOCKED' })
    sum += result.removed
    // A step whose rows are all held back by others would be repeated without an end.
    more = result.more && result.removed > 0
  }
  for (let waits = wait ? await left(maxWaits) : 0; waits > 0; waits -= 1) {
    const { removed } = await step({ limit: 1, lock: 'FOR UPDATE' })
    if (removed === 0) break
    sum += removed
  }
  return sum
}

/** Counts the rows of a table for which a condition holds, up to a limit. */
export async function countLeft(queries: Queries, table: OwnerTable, { where, values }: Selection, limit: number): Promise<number> {
  return (await queries.rows(`SELECT 1 FROM ${table} WHERE ${where} LIMIT $1`, [limit, ...values])).length
}

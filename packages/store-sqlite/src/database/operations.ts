import { approvalOperations } from './approval-operations.ts'
import { artifactOperations } from './artifact-operations.ts'
import { exportOperations } from './export-operations.ts'
import { maintenanceOperations } from './maintenance-operations.ts'
import { rateLimitOperations } from './rate-limit-operations.ts'
import { recordOperations } from './record-operations.ts'
import { removalOperations } from './removal-operations.ts'
import { retentionOperations } from './retention-operations.ts'
import { runOperations } from './run-operations.ts'
import { spendingOperations } from './spending-operations.ts'
import type { Statements } from './statements.ts'
import { taskOperations } from './task-operations.ts'
import { threadOperations } from './thread-operations.ts'

/** Creates all operations of the database thread. Each runs inside a transaction. */
export function createOperations(sql: Statements) {
  return {
    ...runOperations(sql),
    ...recordOperations(sql),
    ...threadOperations(sql),
    ...artifactOperations(sql),
    ...taskOperations(sql),
    ...maintenanceOperations(sql),
    ...exportOperations(sql),
    ...removalOperations(sql),
    ...retentionOperations(sql),
    ...rateLimitOperations(sql),
    ...spendingOperations(sql),
    ...approvalOperations(sql),
  }
}

/** Operations by name. */
export type Operations = ReturnType<typeof createOperations>

import type { CommitInput } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'

/**
 * True if a commit starts a run for a request: its first events depend on the lease of the thread. A run that continues another one does
 * not use this lease and is never refused.
 */
export const beginsNewRun = ({ events, fences = [] }: CommitInput): boolean => events.length > 0 && fences.some(({ resource }) => resource.kind === 'thread')

/** Throws PfError `storage_full` if the owner has reached the maximum number of runs. */
export function checkRunQuota(stored: number, maxOwnerRuns: number): void {
  if (stored >= maxOwnerRuns) throw runQuotaReached(stored, maxOwnerRuns)
}

/** The error of a commit that would begin a run too many. */
export function runQuotaReached(stored: number, maxOwnerRuns: number): PfError<'storage_full'> {
  return new PfError(
    'storage_full',
    `This owner has ${stored} stored runs, and maxOwnerRuns allows ${maxOwnerRuns}. Delete threads or prune old runs, or raise it.`,
    {
      fields: { limit: maxOwnerRuns },
    },
  )
}

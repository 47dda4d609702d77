import type { CommitInput } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'

/** Whether a commit begins a run that a request has asked for: its first events depend on the lease of the thread. A run that continues another one is never refused. */
export const beginsNewRun = ({ events, fences = [] }: CommitInput): boolean => events.length > 0 && fences.some(({ resource }) => resource.kind === 'thread')

/** Throws PfError `storage_full` when an owner has as many runs as it may have. */
export function checkRunQuota(stored: number, maxOwnerRuns: number): void {
  if (stored < maxOwnerRuns) return
  throw new PfError(
    'storage_full',
    `This owner has ${stored} stored runs, and maxOwnerRuns allows ${maxOwnerRuns}. Delete threads or prune old runs, or raise it.`,
    {
      fields: { limit: maxOwnerRuns },
    },
  )
}

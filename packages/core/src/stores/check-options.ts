import type { PrunePolicy } from '../contracts/store-operations.ts'
import { PfError } from '../errors/pf-error.ts'

const pruneFields = ['runsBefore', 'unfinishedBefore', 'draftsBefore', 'artifactsBefore', 'tasksBefore', 'grantsBefore']

/** Checks a policy of `prune`. Throws PfError `invalid_input` for a name that there is not, and for a value that is no finite time. */
export function checkPrunePolicy(policy: PrunePolicy): void {
  for (const [name, value] of Object.entries(policy)) {
    if (!pruneFields.includes(name)) throw new PfError('invalid_input', `prune has no field ${name}. There are: ${pruneFields.join(', ')}.`)
    if (value !== undefined && !Number.isFinite(value))
      throw new PfError('invalid_input', `${name} of prune must be a time in milliseconds since the epoch, not ${String(value)}.`)
  }
}

/** Checks options of a store that are limits. Throws PfError `invalid_input` for a value that is not a number of at least 1. */
export function checkStoreLimits(limits: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(limits))
    if (value !== undefined && !(typeof value === 'number' && value >= 1))
      throw new PfError('invalid_input', `${name} must be a number of at least 1, not ${String(value)}.`)
}

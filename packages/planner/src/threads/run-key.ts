import type { Scope } from '@pf/core'

/** A key that identifies a run among the runs of all owners. */
export const runKey = ({ owner }: Scope, run_id: string) => JSON.stringify([owner.tenant ?? null, owner.id, run_id])

import type { Scope } from '@pf/core'

/** Names a run among those of all owners. */
export const runKey = ({ owner }: Scope, run_id: string) => JSON.stringify([owner.tenant ?? null, owner.id, run_id])

import type { Scope } from '@pf/core'
import { readOwner } from '@pf/core/internal'

/**
 * Returns a frozen copy, so that neither a tool nor the host can move a run to another owner by changing the object. Throws PfError
 * `invalid_config` as `readOwner` does.
 */
export const freezeScope = ({ owner }: Scope): Scope => Object.freeze({ owner: Object.freeze(readOwner(owner, 'scope.owner')) })

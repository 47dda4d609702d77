import type { Scope } from '@pf/core'
import { readOwner } from '@pf/core/internal'

/** A frozen copy: neither a tool nor the host that keeps its object can move a run to another owner. Throws PfError `invalid_config` as `readOwner` does. */
export const freezeScope = ({ owner }: Scope): Scope => Object.freeze({ owner: Object.freeze(readOwner(owner, 'scope.owner')) })

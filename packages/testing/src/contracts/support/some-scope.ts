import { randomUUID } from 'node:crypto'
import type { Scope } from '@pf/core'

/** An owner that no other case has; `tenant` only where a case is about tenants. */
export function someScope(tenant?: string): Scope {
  return { owner: { id: `owner-${randomUUID()}`, ...(tenant === undefined ? {} : { tenant }) } }
}

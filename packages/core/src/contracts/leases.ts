/** The resource of a lease: the log of a run, the selection of the next run of a thread, or the text of a draft. Ids of different kinds are independent. */
export type LeaseResource = { kind: 'run'; run_id: string; thread_id: string } | { kind: 'thread'; thread_id: string } | { kind: 'draft'; draft_id: string }

/**
 * The exclusive right to write to a resource. `token` is a fencing token: after the resource is leased again, the store refuses writes with
 * the older token.
 */
export interface Lease {
  resource: LeaseResource
  token: string
  /** Milliseconds since the epoch. After this time the lease stays valid, and can be renewed, until another caller leases the resource. */
  expires: number
}

/** Options of a lease request. Times are in milliseconds and at least 0. */
export interface LeaseOptions {
  /** Duration of the lease unless it is renewed. */
  ttlMs: number
  /** Maximum time to wait while another caller holds the resource. Default 0, which does not wait. */
  waitMs?: number
  /** Aborts the wait. */
  signal?: AbortSignal
}

/**
 * `busy`: another caller held the resource until `waitMs` had passed; its lease ends at `expires` unless it is renewed.
 * `refused`: the run is finished or belongs to another thread, so it can never be leased.
 */
export type LeaseResult = { status: 'granted'; lease: Lease } | { status: 'busy'; expires: number } | { status: 'refused' }

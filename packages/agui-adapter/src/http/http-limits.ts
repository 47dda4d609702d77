import { type InputLimits, defaultLimits as inputLimits } from '../input/limits.ts'

/** Limits of the HTTP routes, in addition to those of the input. */
export interface HttpLimits extends InputLimits {
  /** Maximum number of items of one artifact page. A larger `limit` is reduced to it. */
  pageItems: number
  /** Maximum size of one uploaded file in bytes, unless its form field has a lower limit. A larger file gets 413. */
  uploadBytes: number
  /** Maximum number of files that one field of an open form accepts before the form is answered. A further file gets 413. */
  uploadsPerField: number
  /** Milliseconds for which a run of a third-party client continues after its last reader left. */
  orphanMs: number
  /** Milliseconds for which a new POST waits for the last reader to leave before it gets `busy`. */
  leaveMs: number
}

export const defaultLimits: HttpLimits = {
  ...inputLimits,
  pageItems: 1_000,
  uploadBytes: 50 * 1024 * 1024,
  uploadsPerField: 10,
  orphanMs: 10_000,
  leaveMs: 500,
}

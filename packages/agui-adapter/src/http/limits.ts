import { type InputLimits, defaultLimits as inputLimits } from '../input/limits.ts'

/** Bounds of the HTTP surface, on top of those of the input. */
export interface HttpLimits extends InputLimits {
  /** Rows of one artifact page at most; a larger `limit` gets this many. */
  pageItems: number
  /** Bytes of one uploaded file, where its field asks for no less: 413. */
  uploadBytes: number
  /** Milliseconds that a run of a stock client goes on after its last reader left. */
  orphanMs: number
  /** Milliseconds that a new POST waits for a reader to be seen leaving before it is told `busy`. */
  leaveMs: number
}

export const defaultLimits: HttpLimits = { ...inputLimits, pageItems: 1_000, uploadBytes: 50 * 1024 * 1024, orphanMs: 10_000, leaveMs: 500 }

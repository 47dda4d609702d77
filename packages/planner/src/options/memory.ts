/** Which earlier turns of its thread a run reads in addition to its input. */
export type Memory = 'none' | { lastTurns: number } | { summary: SummaryMemory }

/** The last turns unchanged, and the turns before them as a summary. */
export interface SummaryMemory {
  /** Default 4; with twice as many unsummed turns the older half goes into the summary. */
  lastTurns?: number
  /** Maximum length of the summary, in characters. Default 4,000. */
  maxChars?: number
}

/** What a run knows of earlier turns of its thread that its input does not carry. */
export type Memory = 'none' | { lastTurns: number } | { summary: SummaryMemory }

/** The last turns word for word, those before them as a summary. */
export interface SummaryMemory {
  /** Default 4; with twice as many unsummed turns the older half goes into the summary. */
  lastTurns?: number
  /** Longest summary. Default 4,000 characters. */
  maxChars?: number
}

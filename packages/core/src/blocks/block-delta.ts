/** Text of a block as it may be shown: no tag, no half of a pair. A higher `attempt` (from 1) clears what was shown before. */
export interface BlockDelta {
  type: 'artifact_delta' | 'user_delta'
  /** Never empty. */
  text: string
  attempt: number
}

/** A summary as it is kept in the state of runs. */
export interface KeptSummary {
  text: string
  /** The last turn that is in it. */
  until: string
}

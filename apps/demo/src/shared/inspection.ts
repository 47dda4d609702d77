/** One top-level field of a tool result as compact JSON, truncated if it is long. */
export interface InspectedField {
  name: string
  text: string
  /** Number of characters removed from the end of `text`. */
  truncated_chars: number
}

/** One tool result as returned by the tool and as received by the model. */
export interface Observation {
  tool: string
  tool_call_id: string
  returned: InspectedField[]
  returned_bytes: number
  seen: InspectedField[]
  seen_bytes: number
  /** Estimated number of tokens, with four bytes per token. */
  saved_tokens: number
}

export interface RunInspection {
  run_id: string
  observations: Observation[]
  /** Number of messages and characters of each model call. */
  model_calls: { step: number; attempt: number; messages: number; chars: number }[]
}

/** One top-level field of a result as compact JSON, cut when it is long. */
export interface InspectedField {
  name: string
  text: string
  /** Characters left out at the end. */
  truncated_chars: number
}

/** One tool result, as the tool returned it and as the model saw it. */
export interface Observation {
  tool: string
  tool_call_id: string
  returned: InspectedField[]
  returned_bytes: number
  seen: InspectedField[]
  seen_bytes: number
  /** Roughly four bytes a token. */
  saved_tokens: number
}

export interface RunInspection {
  run_id: string
  observations: Observation[]
  /** Messages of each model call: how many and how many characters. */
  model_calls: { step: number; attempt: number; messages: number; chars: number }[]
}

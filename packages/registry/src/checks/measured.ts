/** Bounds of one walk. */
export interface MeasureLimits {
  depth: number
  nodes: number
  chars: number
}

/** Why a walk stopped, and where. */
export interface MeasureFault {
  kind: 'too_deep' | 'too_many_nodes' | 'payload_too_large' | 'unsafe_value'
  pointer: string
  /** For unsafe values: what was found. */
  found?: string
}

/** What a walk over JSON found. */
export interface Measure {
  nodes: number
  /** Characters of keys and text: never more than the UTF-8 bytes of the JSON. */
  chars: number
  /** Pointers to objects with `$artifact`. */
  references: string[]
  fault?: MeasureFault
}

/** The limits of one measurement. */
export interface MeasureLimits {
  depth: number
  nodes: number
  chars: number
}

/** The reason why a measurement stopped, and the location. */
export interface MeasureFault {
  kind: 'too_deep' | 'too_many_nodes' | 'payload_too_large' | 'unsafe_value'
  pointer: string
  /** For unsafe values, a description of the value. */
  found?: string
}

/** The result of measuring a JSON value. */
export interface Measure {
  nodes: number
  /** Number of characters of keys and strings, which never exceeds the UTF-8 length of the JSON text. */
  chars: number
  /** Pointers to objects with the key `$artifact`. */
  references: string[]
  fault?: MeasureFault
}

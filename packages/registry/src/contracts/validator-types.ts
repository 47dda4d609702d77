/** One fault reported by a generated validator. */
export interface SchemaFault {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

/** A generated validator. Returns true for a valid value; otherwise `errors` contains all faults until the next call. */
export interface StandaloneValidator {
  (value: unknown): boolean
  errors?: SchemaFault[] | null
}

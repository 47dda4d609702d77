/** One fault as a generated validator reports it. */
export interface SchemaFault {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

/** A generated validator: true when the value fits, else all faults in `errors` until the next call. */
export interface StandaloneValidator {
  (value: unknown): boolean
  errors?: SchemaFault[] | null
}

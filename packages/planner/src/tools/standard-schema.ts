/** A schema of a library that speaks Standard Schema and Standard JSON Schema, such as zod 4. Taken by shape, so no library is loaded here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly jsonSchema: {
      readonly input: (options: StandardOptions) => Record<string, unknown>
      readonly output: (options: StandardOptions) => Record<string, unknown>
    }
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** What a library is asked for: the draft of JSON Schema and options of its own. */
export interface StandardOptions {
  readonly target: string
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/** Outcome of a validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[] }

/** True for schemas that can validate and describe themselves. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false
  const standard = value['~standard']
  return typeof standard === 'object' && standard !== null && 'validate' in standard && 'jsonSchema' in standard
}

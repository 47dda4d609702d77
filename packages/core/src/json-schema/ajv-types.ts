import type { SchemaError } from './keywords/check-run.ts'

/** A compiled schema of ajv. */
export interface AjvValidate {
  (value: unknown): unknown
  errors?: null | SchemaError[]
}

export interface PatternTester {
  test(text: string): boolean
}

/** The ajv options that are set. */
export interface AjvSettings {
  allErrors: boolean
  useDefaults: boolean
  strict: false
  strictNumbers: true
  ownProperties: true
  verbose: boolean
  logger: false
  meta: false
  validateSchema: false
  validateFormats: false
  inlineRefs: false
  unicodeRegExp: true
  code: { optimize: false; regExp: { (source: string, flags: string): PatternTester; code: string } }
}

/** A keyword definition for ajv, which either compiles to a function or generates code. */
export type AjvKeyword =
  | { keyword: string; type: 'array'; schemaType: 'boolean'; errors: boolean; compile(schema: never): AjvKeywordCheck }
  | { keyword: string; schemaType: 'number'; before: string; code(context: AjvCodeContext): void }

/** The part of the context of a code-generating keyword that is used. */
export interface AjvCodeContext {
  schema: unknown
  /** The name of the variable that holds the value. */
  data: { toString(): string }
  gen: { code(text: string): unknown; scopeValue(prefix: string, value: { ref: unknown }): { toString(): string } }
}

/** The check that a keyword compiles to. */
export interface AjvKeywordCheck {
  (value: unknown): boolean
  errors?: { keyword: string; params: Record<string, unknown>; message: string }[]
}

/** The used properties of an ajv instance. */
export interface AjvInstance {
  opts: { unevaluated?: boolean }
  addKeyword(keyword: AjvKeyword): unknown
  removeKeyword(keyword: string): unknown
  compile(schema: Record<string, unknown>): AjvValidate
}

/** The classes of ajv. The caller passes them, because this package does not depend on ajv. */
export interface AjvClasses {
  /** The class `Ajv` of `ajv`, for draft-07. */
  readonly Ajv: new (
    settings: AjvSettings,
  ) => unknown
  /** The class `Ajv2020` of `ajv/dist/2020.js`. */
  readonly Ajv2020: new (
    settings: AjvSettings,
  ) => unknown
}

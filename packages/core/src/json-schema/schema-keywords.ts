/** The families of dialects that a compiler distinguishes. */
export type Dialect = 'draft-07' | '2020-12'

/** The type of the value of a keyword. `references` are texts such as `#/$defs/a`; `mixed map` contains schemas and lists of names. */
export type ValueForm =
  | 'schema'
  | 'schema list'
  | 'schema map'
  | 'mixed map'
  | 'reference'
  | 'boolean'
  | 'number'
  | 'count'
  | 'string'
  | 'names'
  | 'map of names'
  | 'types'
  | 'list'
  | 'value'

/** A keyword that takes part in a check. */
export interface Keyword {
  readonly forms: readonly ValueForm[]
  /** The part of the value that the subschemas of the keyword check: the value itself, all of them the same part, or each a different part. */
  readonly checks?: 'value' | 'part' | 'parts'
  /** The only dialect that supports the keyword. */
  readonly only?: Dialect
}

function applicator(checks: Keyword['checks'], forms: ValueForm[], only?: Dialect): Keyword {
  return { forms, ...(checks ? { checks } : {}), ...(only ? { only } : {}) }
}

function plain(form: ValueForm, only?: Dialect): Keyword {
  return applicator(undefined, [form], only)
}

// Made by a marked call, so that bundlers leave it out of pages that compile no schema.
/** Keywords of draft-07 and 2020-12 that take part in a check, and `nullable` of OpenAPI. Every other keyword is an annotation. */
export const keywords: ReadonlyMap<string, Keyword> = /* @__PURE__ */ createKeywords()

function createKeywords(): Map<string, Keyword> {
  return new Map<string, Keyword>([
    ['$ref', applicator('value', ['reference'])],
    ['$dynamicRef', applicator('value', ['reference'], '2020-12')],
    ['$recursiveRef', applicator('value', ['reference'], '2020-12')],
    ['allOf', applicator('value', ['schema list'])],
    ['anyOf', applicator('value', ['schema list'])],
    ['oneOf', applicator('value', ['schema list'])],
    ['not', applicator('value', ['schema'])],
    ['if', applicator('value', ['schema'])],
    ['then', applicator('value', ['schema'])],
    ['else', applicator('value', ['schema'])],
    ['dependentSchemas', applicator('value', ['schema map'], '2020-12')],
    ['dependencies', applicator('value', ['mixed map'])],
    ['properties', applicator('parts', ['schema map'])],
    ['patternProperties', applicator('part', ['schema map'])],
    ['additionalProperties', applicator('part', ['schema'])],
    ['unevaluatedProperties', applicator('part', ['schema'], '2020-12')],
    ['propertyNames', applicator('part', ['schema'])],
    ['prefixItems', applicator('parts', ['schema list'], '2020-12')],
    ['items', applicator('parts', ['schema', 'schema list'])],
    ['additionalItems', applicator('part', ['schema'], 'draft-07')],
    ['unevaluatedItems', applicator('part', ['schema'], '2020-12')],
    ['contains', applicator('part', ['schema'])],
    ['type', plain('types')],
    ['nullable', plain('boolean')],
    ['enum', plain('list')],
    ['const', plain('value')],
    ['default', plain('value')],
    ['required', plain('names')],
    ['dependentRequired', plain('map of names', '2020-12')],
    ['pattern', plain('string')],
    ['uniqueItems', plain('boolean')],
    ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, plain('number')] as const),
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((name) => [name, plain('count')] as const),
    ...['minContains', 'maxContains'].map((name) => [name, plain('count', '2020-12')] as const),
  ])
}

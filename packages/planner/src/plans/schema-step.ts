import { isRecord } from '@pf/core/internal'
import { compilePattern } from '@pf/registry'
import { type Combination, combine, either, notLookedAt, type PlainSchema, type SchemaLocation, typesOf } from './schema-location.ts'

/** The treatment of keys that an object schema does not declare: absent (in outputs of tools) or allowed (in inputs of tools). */
export type Undeclared = 'absent' | 'allowed'

/**
 * The result of one step into a schema. `no` is used only if the schema proves that the location cannot exist; `closed` means that the key
 * is excluded, rather than the type.
 */
export type Step = { verdict: 'yes'; location: SchemaLocation } | { verdict: 'unknown' } | { verdict: 'no'; available: string[]; closed: boolean }

/** Additional parameters of a step. */
export interface StepOptions {
  read: (schema: unknown) => SchemaLocation
  undeclared: Undeclared
}

const unknown: Step = { verdict: 'unknown' }
const no = (closed: boolean, available: string[] = []): Step => ({ verdict: 'no', available, closed })

/** Steps from a location to its field or item `segment`. */
export function stepInto(location: SchemaLocation, segment: string, options: StepOptions): Step {
  return merge(location.any.map((combination) => stepCombination(combination, segment, options)))
}

/** Merges alternative steps. */
function merge(steps: readonly Step[]): Step {
  const yes = steps.flatMap((step) => (step.verdict === 'yes' ? [step.location] : []))
  if (steps.some(({ verdict }) => verdict === 'unknown')) return unknown
  if (yes.length > 0) return { verdict: 'yes', location: either(yes) }
  const refused = steps.flatMap((step) => (step.verdict === 'no' ? [step] : []))
  return no(
    refused.some(({ closed }) => closed),
    [...new Set(refused.flatMap(({ available }) => available))],
  )
}

function stepCombination(combination: Combination, segment: string, options: StepOptions): Step {
  const types = typesOf(combination)
  const looks = looksOf(combination)
  const asObject = types ? types.has('object') : looks !== 'array'
  const asArray = types ? types.has('array') : looks !== 'object'
  const ways = [...(asObject ? [intoObject(combination, segment, options)] : []), ...(asArray ? [intoArray(combination, segment, options)] : [])]
  return ways.length === 0 ? no(false) : merge(ways)
}

/** Returns the kind of container that a schema without a type describes, according to its other keywords. */
function looksOf(combination: Combination): 'object' | 'array' | 'either' {
  const says = (...keys: string[]) => combination.some((schema) => keys.some((key) => Object.hasOwn(schema, key)))
  const object = says('properties', 'patternProperties', 'additionalProperties')
  const array = says('items', 'prefixItems')
  if (object === array) return 'either'
  return object ? 'object' : 'array'
}

function intoObject(combination: Combination, key: string, { read, undeclared }: StepOptions): Step {
  const found = combination.map((schema) => fieldOf(schema, key))
  const declared = found.flatMap((field) => field.schemas)
  const closed = found.some((field) => field.forbidden) || (declared.length === 0 && combination.some((schema) => schema.unevaluatedProperties === false))
  if (closed) return no(true, fieldsOf(combination))
  const open = found.flatMap((field) => (field.rest === undefined ? [] : [field.rest]))
  const schemas = [...declared, ...open]
  if (schemas.length > 0) return toStep(combine(schemas.map(read)))
  const says = combination.some((schema) => isRecord(schema.properties)) && !combination.includes(notLookedAt)
  return undeclared === 'absent' && says ? no(true, fieldsOf(combination)) : unknown
}

interface Field {
  /** Schemas that the declarations of the key give. */
  schemas: unknown[]
  /** The schema for undeclared keys. */
  rest?: unknown
  forbidden: boolean
}

function fieldOf(schema: PlainSchema, key: string): Field {
  const { properties, patternProperties, additionalProperties } = schema
  const schemas: unknown[] = isRecord(properties) && Object.hasOwn(properties, key) ? [properties[key]] : []
  if (isRecord(patternProperties)) schemas.push(...Object.entries(patternProperties).flatMap(([pattern, under]) => (matches(pattern, key) ? [under] : [])))
  if (schemas.length > 0 || additionalProperties === undefined) return { schemas, forbidden: false }
  return additionalProperties === false ? { schemas, forbidden: true } : { schemas, rest: additionalProperties, forbidden: false }
}

/** True if the pattern matches. A pattern that cannot be tested in linear time counts as matching. */
function matches(pattern: string, key: string): boolean {
  const compiled = compilePattern(pattern)
  return compiled.ok ? compiled.matches(key) : true
}

const fieldsOf = (combination: Combination) => [...new Set(combination.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : [])))]

function intoArray(combination: Combination, segment: string, { read }: StepOptions): Step {
  if (!/^(?:0|[1-9]\d*)$/.test(segment)) return no(false)
  const index = Number(segment)
  const items = combination.map((schema) => itemOf(schema, index))
  if (items.includes(false)) return no(true)
  const schemas = items.filter((schema) => schema !== undefined)
  return schemas.length === 0 ? unknown : toStep(combine(schemas.map(read)))
}

/** Returns the schema of an item; false if the item cannot exist, undefined if the schema does not restrict it. */
function itemOf({ prefixItems, items, additionalItems, maxItems }: PlainSchema, index: number): unknown {
  if (typeof maxItems === 'number' && index >= maxItems) return false
  const list: unknown[] | undefined = [prefixItems, items].find(Array.isArray)
  if (list && index < list.length) return list[index]
  return Array.isArray(items) ? additionalItems : items
}

function toStep(location: SchemaLocation): Step {
  return location.any.length === 0 && location.broken === undefined ? no(true) : { verdict: 'yes', location }
}

import { formatPointer } from '../../json/pointer.ts'

/** One fault of a value. The names of keywords, parameters and messages are those of ajv, on which messages for models depend. */
export interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message?: string
  /** The schema that has the keyword. Set if all faults are collected. */
  parentSchema?: Record<string, unknown>
}

/** Checks a value. Returns false for a fault, which is added to the run. A valid value adds what was examined of it to `into`. */
export type Check = (value: unknown, run: CheckRun, into?: Evaluated) => boolean

/** Checks the keyword of a schema. `own` collects what the schema has examined of the value, if another keyword needs to know. */
export type Rule<Value = unknown> = (value: Value, run: CheckRun, own: Evaluated | undefined) => boolean

/** What is known about a keyword when its rule is created. */
export interface KeywordSite {
  readonly keyword: string
  readonly schema: Record<string, unknown>
  /** Continue after a fault. */
  readonly all: boolean
  /** True within alternatives, whose faults are withdrawn if another alternative fits. */
  readonly isInner: boolean
  /** True if a schema of the document has a keyword `unevaluated…`. */
  readonly tracks: boolean
  /** Creates the check of a subschema of the keyword. */
  compile(schema: unknown, mode?: SubschemaMode): Check
  /** Returns the check of a referenced schema. */
  refer(reference: string): Check
  /** Returns the test of a pattern. */
  pattern(source: string): (text: string) => boolean
  /** Charges the budget of the check. */
  spend(units: number): void
}

/** How a subschema is checked. `alternative`: its faults can be withdrawn. `condition`: only its result counts. */
export type SubschemaMode = 'alternative' | 'condition'

/** What schemas have examined of one value, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  /** Names of properties; undefined if all of them were examined. */
  names: Set<string> | undefined = new Set()
  /** Number of leading items; Infinity if all of them were examined. */
  items = 0

  add({ names, items }: Evaluated): void {
    if (names === undefined) this.names = undefined
    else this.addNames(names)
    this.items = Math.max(this.items, items)
  }

  addNames(names: Iterable<string>): void {
    if (this.names) for (const name of names) this.names.add(name)
  }
}

/** A fault whose location is not written yet, because most faults are those of alternatives and are withdrawn. */
interface Fault {
  readonly tokens: readonly (string | number)[]
  readonly error: Omit<SchemaError, 'instancePath'>
}

/** The state of one check of a value: the faults so far, and the path to the part that is being checked. */
export class CheckRun {
  /** The number of conditions around the current schema. Their faults are not recorded. */
  conditions = 0
  readonly #faults: Fault[] = []
  readonly #path: (string | number)[] = []

  /** The number of faults so far. */
  get count(): number {
    return this.#faults.length
  }

  /** Withdraws the faults after the first `count`. */
  withdraw(count: number): void {
    this.#faults.length = count
  }

  /** Returns the faults of the value. */
  errors(): SchemaError[] {
    return this.#faults.map(({ tokens, error }) => ({ instancePath: formatPointer(tokens), ...error }))
  }

  /** Checks a part of a value. */
  part(check: Check, value: unknown, key: string | number): boolean {
    this.#path.push(key)
    const isValid = check(value, this)
    this.#path.pop()
    return isValid
  }

  /** Records a fault, and returns false. */
  fail({ keyword, schema, all }: FaultSite, params: Record<string, unknown>, message: string): false {
    if (this.conditions > 0) return false
    const error = all && schema ? { keyword, params, message, parentSchema: schema } : { keyword, params, message }
    this.#faults.push({ tokens: this.#path.slice(), error })
    return false
  }
}

/** Where a fault is found. `schema` is undefined for a schema that is `false`. */
interface FaultSite {
  readonly keyword: string
  readonly schema?: Record<string, unknown>
  readonly all: boolean
}

/** True for a schema that accepts every value. */
export const acceptsAll = (schema: unknown): boolean =>
  schema === true || (typeof schema === 'object' && schema !== null && Object.keys(schema).every((name) => name === 'default' || name === '$defs'))

/** True if the value has an own property with this name and a value. */
export const hasProperty = (value: Readonly<Record<string, unknown>>, name: string): boolean => value[name] !== undefined && Object.hasOwn(value, name)

/** Names of the properties that a map of schemas describes. */
export const describedNames = (map: unknown): string[] =>
  typeof map === 'object' && map !== null ? Object.keys(map).filter((name) => name !== '__proto__') : []

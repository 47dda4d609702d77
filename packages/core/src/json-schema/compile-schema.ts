import { canonicalJson } from '../json/hash-json.ts'
import { isRecord } from '../json/records.ts'
import { LinearRegExp } from '../pattern/linear-regexp.ts'
import type { AjvClasses, AjvInstance, AjvKeyword, AjvSettings, AjvValidate, SchemaError } from './ajv-types.ts'
import { CheckBudget } from './check-budget.ts'
import { needsBudget, type VisitCost, visitCost } from './measure-schema.ts'
import { type ReadOptions, readSchema } from './read-schema.ts'
import { SchemaFault } from './schema-fault.ts'
import type { PatternEngine, SchemaGraph } from './schema-node.ts'
import { visitKeyword, writeSchema } from './write-schema.ts'

/** The result of a check. `stopped` is set if the check was abandoned because it exceeded its budget. */
export type SchemaCheckResult = { ok: true } | { ok: false; errors: readonly SchemaError[]; stopped?: true }

/** A compiled schema, or the reason why it was refused. The reason completes the sentence "The schema is refused: …". */
export type CompiledSchema = { ok: true; check(value: unknown): SchemaCheckResult } | { ok: false; reason: string }

/** Options of `compileSchema`. */
export interface CompileOptions extends ReadOptions {
  /** Insert defaults into the checked value. */
  defaults?: boolean
  /** Report all faults of a value if there are few, instead of the first one. */
  allErrors?: boolean
}

/** Initial units of the first check, about a tenth of a second or less. One more unit is added for each character of the value. */
const firstUnits = 250_000
/** Units for collecting all faults. They are lower because faults are objects, and ajv copies their list for each reference. */
const allUnits = 20_000
/** Number of steps of the pattern engine per unit. */
const stepsPerUnit = 5
/** Units for starting the pattern engine. */
const unitsPerTest = 3
/** Units for each item that `contains` skips. */
const unitsPerFault = 8

/** Returns the reason why an external schema cannot be used, or undefined. Does not compile the schema. */
export function schemaFault(schema: unknown, options: ReadOptions = {}): string | undefined {
  const read = readOrFault(schema, options)
  return 'reason' in read ? read.reason : undefined
}

/**
 * Compiles a JSON Schema of draft-07 or 2020-12. Both compiling and checking take bounded time, also for untrusted schemas and values:
 * references and alternatives are counted first, patterns run in linear time, and expensive checks have a budget.
 */
export function compileSchema(schema: unknown, classes: AjvClasses, options: CompileOptions = {}): CompiledSchema {
  const read = readOrFault(schema, options)
  if ('reason' in read) return { ok: false, reason: read.reason }
  const { graph } = read
  if (!graph) return { ok: true, check: () => (schema === true ? { ok: true } : { ok: false, errors: [falseSchema] }) }
  try {
    const first = createValidator(graph, classes, { ...options, all: false, marks: read.isExpensive })
    let all: Validator | undefined
    const check = (value: unknown): SchemaCheckResult => {
      const found = first(value)
      if (found === true) return { ok: true }
      if (found === 'stopped') return { ok: false, errors: [], stopped: true }
      if (options.allErrors) {
        all ??= createValidator(graph, classes, { ...options, all: true, marks: true })
        const more = all(value)
        if (Array.isArray(more)) return { ok: false, errors: more }
      }
      return { ok: false, errors: found }
    }
    return { ok: true, check }
  } catch (error) {
    return { ok: false, reason: `it does not compile (${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'})` }
  }
}

const falseSchema: SchemaError = { keyword: 'false schema', instancePath: '', schemaPath: '#/false schema', params: {}, message: 'boolean schema is false' }

type Read = { reason: string } | { graph?: SchemaGraph; isExpensive: boolean }

function readOrFault(schema: unknown, options: ReadOptions): Read {
  if (typeof schema === 'boolean') return { isExpensive: false }
  if (!isRecord(schema)) return { reason: 'it is not a JSON Schema' }
  try {
    const graph = readSchema(schema, options)
    return { graph, isExpensive: needsBudget(graph, options.levels) }
  } catch (error) {
    if (error instanceof SchemaFault) return { reason: error.message }
    throw error
  }
}

type Validator = (value: unknown) => true | readonly SchemaError[] | 'stopped'

interface ValidatorOptions extends CompileOptions {
  all: boolean
  marks: boolean
}

/**
 * Creates a separate ajv instance for each schema, because two schemas may have the same `$id`, and so that the instance is released
 * together with its tool.
 */
function createValidator(graph: SchemaGraph, { Ajv, Ajv2020 }: AjvClasses, { defaults = false, all, marks }: ValidatorOptions): Validator {
  const isChanged = defaults && [...graph.nodes.values()].some(({ keywords }) => keywords.has('default'))
  const budget = new CheckBudget(all ? { units: allUnits, forValue: 'none' } : { units: firstUnits, forValue: isChanged ? 'early' : 'late' })
  const Class = graph.dialect === 'draft-07' ? Ajv : Ajv2020
  const ajv = new Class(settingsOf(graph, budget, { allErrors: all, useDefaults: defaults })) as AjvInstance
  // Tracking evaluated properties takes time that is quadratic in the number of alternatives, and few schemas need it.
  ajv.opts.unevaluated = graph.usesUnevaluated
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword(uniqueItems(budget))
  const { schema, marked } = writeSchema(graph, { marks })
  const costs = marked.map((node) => visitCost(node, graph))
  ajv.addKeyword(visits((index, value) => charge(value, costs[index])))
  const validate = ajv.compile(schema)
  return (value) => run(validate, budget, value)

  function charge(value: unknown, cost: VisitCost | undefined): void {
    if (!cost) throw new Error('no such mark')
    budget.spend(all ? cost.faults : cost.fixed)
    if (typeof value === 'string') {
      if (cost.countsChars) budget.spend(value.length / 8)
    } else if (Array.isArray(value)) {
      const perItem = cost.collectsFaults ? unitsPerFault : 1 / 4
      if (cost.countsItems) budget.spend(value.length * perItem + (cost.copiesFaults ? value.length ** 2 / 64 : 0))
    } else if (cost.keyLoops > 0 && isRecord(value)) budget.spendKeys(value, cost.keyLoops)
  }
}

/** Returns the keyword that charges each visit. It generates a call of one shared function, because ajv takes quadratic time for compiled keywords. */
const visits = (charge: (index: number, value: unknown) => void): AjvKeyword => ({
  keyword: visitKeyword,
  schemaType: 'number',
  before: '$ref',
  code: ({ gen, schema, data }) => gen.code(`${gen.scopeValue('keyword', { ref: charge })}(${Number(schema)}, ${data});`),
})

function run(validate: AjvValidate, budget: CheckBudget, value: unknown): ReturnType<Validator> {
  budget.start(value)
  try {
    return validate(value) === true ? true : (validate.errors ?? [])
  } catch {
    // The budget is spent, the value is nested too deep for the stack, or the compiler generated code that fails for this schema. The value
    // is not accepted in any of these cases.
    return 'stopped'
  } finally {
    budget.start(undefined)
    validate.errors = null
  }
}

function settingsOf({ patterns }: SchemaGraph, budget: CheckBudget, options: { allErrors: boolean; useDefaults: boolean }): AjvSettings {
  const spendSteps = (steps: number) => budget.spend(steps / stepsPerUnit)
  const spendTest = () => budget.spend(unitsPerTest)
  const regExp = (source: string) => {
    const engine = patterns.get(source)
    if (!engine) throw new Error('no such pattern')
    return patternTester(engine, { spendTest, spendSteps })
  }
  return {
    ...options,
    verbose: options.allErrors,
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    inlineRefs: false,
    unicodeRegExp: true,
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'linearRegExp' }) },
  }
}

/** ajv treats two patterns as equal if their `toString` returns the same text. */
const patternTester = (engine: PatternEngine, { spendTest, spendSteps }: { spendTest: () => void; spendSteps: (steps: number) => void }) => ({
  test: (text: string) => {
    spendTest()
    return engine instanceof LinearRegExp ? engine.test(text, spendSteps) : engine.test(text)
  },
  toString: () => `/${engine.source}/${engine.flags}`,
})

/** Replaces the keyword of ajv, which compares every item with every other one, by a comparison of canonical texts. */
function uniqueItems(budget: CheckBudget): AjvKeyword {
  return {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: true,
    compile: (isWanted: boolean) => {
      const check = (value: unknown): boolean => {
        const items = isWanted ? (value as unknown[]) : []
        const seen = new Map<unknown, number>()
        for (const [index, item] of items.entries()) {
          const text = textOf(item)
          budget.spend(typeof text === 'string' ? text.length : 1)
          const first = seen.get(text)
          if (first !== undefined) {
            const message = `must NOT have duplicate items (items ## ${first} and ${index} are identical)`
            Object.assign(check, { errors: [{ keyword: 'uniqueItems', params: { i: index, j: first }, message }] })
            return false
          }
          seen.set(text, index)
        }
        return true
      }
      return check
    },
  }
}

/** Returns the canonical text of an item. A value without JSON text is equal only to itself. */
function textOf(item: unknown): unknown {
  try {
    return canonicalJson(item as never)
  } catch {
    return item
  }
}

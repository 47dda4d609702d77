import { isRecord } from '../json/records.ts'
import { LinearRegExp } from '../pattern/linear-regexp.ts'
import { compileWithAjv } from './ajv-engine.ts'
import type { AjvClasses } from './ajv-types.ts'
import { CheckBudget } from './check-budget.ts'
import type { SchemaError } from './keywords/check-run.ts'
import { type EngineOptions, interpretSchema } from './keywords/interpret-schema.ts'
import { needsBudget, type VisitCost, visitCost } from './measure-schema.ts'
import { type ReadOptions, readSchema } from './read-schema.ts'
import { SchemaFault } from './schema-fault.ts'
import type { SchemaGraph } from './schema-node.ts'
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
 * references and alternatives are counted first, patterns run in linear time, and expensive checks have a budget. Without classes of ajv,
 * and where no code can be generated, the schema is interpreted, with the same results.
 */
export function compileSchema(schema: unknown, classes: AjvClasses | undefined, options: CompileOptions = {}): CompiledSchema {
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

const falseSchema: SchemaError = { keyword: 'false schema', instancePath: '', params: {}, message: 'boolean schema is false' }

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

function createValidator(graph: SchemaGraph, classes: AjvClasses | undefined, { defaults = false, all, marks }: ValidatorOptions): Validator {
  const isChanged = defaults && [...graph.nodes.values()].some(({ keywords }) => keywords.has('default'))
  const budget = new CheckBudget(all ? { units: allUnits, forValue: 'none' } : { units: firstUnits, forValue: isChanged ? 'early' : 'late' })
  const { schema, marked } = writeSchema(graph, { marks })
  const costs = marked.map((node) => visitCost(node, graph))
  const options: EngineOptions = {
    all,
    defaults,
    tracks: graph.usesUnevaluated,
    visitKeyword,
    pattern: (source) => patternTest(graph, source, budget),
    spend: (units) => budget.spend(units),
    visit: (mark, value) => charge(value, costs[mark]),
  }
  const check =
    classes && canGenerateCode()
      ? compileWithAjv(schema, graph.dialect === 'draft-07' ? classes.Ajv : classes.Ajv2020, options)
      : interpretSchema(schema, options)
  return (value) => run(check, budget, value)

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

let generatesCode: boolean | undefined

/** True if code can be made from text. Edge runtimes and pages with a strict Content-Security-Policy refuse it. Determined once. */
function canGenerateCode(): boolean {
  try {
    generatesCode ??= typeof new Function('return 1') === 'function'
  } catch {
    generatesCode = false
  }
  return generatesCode
}

function run(check: ReturnType<typeof interpretSchema>, budget: CheckBudget, value: unknown): ReturnType<Validator> {
  budget.start(value)
  try {
    return check(value)
  } catch {
    // The budget is spent, the value is nested too deep for the stack, or the compiler generated code that fails for this schema. The value
    // is not accepted in any of these cases.
    return 'stopped'
  } finally {
    budget.start(undefined)
  }
}

function patternTest({ patterns }: SchemaGraph, source: string, budget: CheckBudget): (text: string) => boolean {
  const engine = patterns.get(source)
  if (!engine) throw new Error('no such pattern')
  const spendSteps = (steps: number) => budget.spend(steps / stepsPerUnit)
  return (text) => {
    budget.spend(unitsPerTest)
    return engine instanceof LinearRegExp ? engine.test(text, spendSteps) : engine.test(text)
  }
}

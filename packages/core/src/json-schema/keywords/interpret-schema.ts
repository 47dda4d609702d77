import { isRecord } from '../../json/records.ts'
import { arrayRules } from './array-keywords.ts'
import { acceptsAll, type Check, CheckRun, describedNames, Evaluated, hasProperty, type KeywordSite, type Rule, type SchemaError } from './check-run.ts'
import { generalRules } from './general-keywords.ts'
import { objectRules } from './object-keywords.ts'
import { numberRules, type RuleTable, stringRules } from './value-keywords.ts'

/** What a check of a schema depends on, besides the schema, whether it is compiled or interpreted. */
export interface EngineOptions {
  /** Collect all faults instead of the first one. */
  all: boolean
  /** Insert defaults into the checked value. */
  defaults: boolean
  /** True if a schema of the document has a keyword `unevaluated…`. */
  tracks: boolean
  pattern(source: string): (text: string) => boolean
  spend(units: number): void
  /** The keyword of a mark. */
  visitKeyword: string
  /** Called for each visit of a schema that was written with a mark. */
  visit(mark: number, value: unknown): void
}

type Mode = { all: boolean; isInner: boolean }
type Kind = 'number' | 'string' | 'array' | 'object'
type Schema = Record<string, unknown>

interface Tables {
  general: RuleTable<unknown>
  byKind: [Kind, RuleTable<never>][]
}

let tables: Tables | undefined

/** Creates the tables when the first schema is interpreted, so that bundlers leave them out of pages that interpret none. */
const createTables = (): Tables => ({
  general: generalRules(),
  byKind: [
    ['number', numberRules()],
    ['string', stringRules()],
    ['array', arrayRules()],
    ['object', objectRules()],
  ],
})

/**
 * Creates a check from a schema document that `writeSchema` wrote. Nothing is compiled to code, so that it runs where that is forbidden.
 * Faults have the order, keywords, parameters and messages of ajv.
 */
export function interpretSchema(document: Schema, options: EngineOptions): (value: unknown) => true | readonly SchemaError[] {
  tables ??= createTables()
  const { general: generalTable, byKind } = tables
  const { $defs, ...root } = document
  const targets = new Map<string, { check?: Check }>([['#', {}]])
  const definitions = isRecord($defs) ? $defs : {}
  for (const name of Object.keys(definitions)) targets.set(`#/$defs/${name}`, {})
  const outer: Mode = { all: options.all, isInner: false }
  for (const [reference, target] of targets) target.check = compile(reference === '#' ? root : definitions[reference.slice('#/$defs/'.length)], outer)
  const check = targetOf('#')
  return (value) => {
    const run = new CheckRun()
    return check(value, run) || run.errors()
  }

  function targetOf(reference: string): Check {
    const target = targets.get(reference)
    if (!target) throw new Error('no such definition')
    return (value, run, into) => target.check?.(value, run, into) ?? false
  }

  function compile(schema: unknown, mode: Mode): Check {
    if (acceptsAll(schema)) return () => true
    if (!isRecord(schema)) return (_value, run) => run.fail({ keyword: 'false schema', all: mode.all }, {}, 'boolean schema is false')
    return compileObject(schema, mode)
  }

  function compileObject(schema: Schema, mode: Mode): Check {
    const typeRule = createTypeRule(schema, mode)
    const general = rulesOf(generalTable, schema, mode)
    const groups = byKind.flatMap(([kind, table]) => groupOf(kind, table, schema, mode))
    const mark = schema[options.visitKeyword]
    const late = groups.find(({ kind }) => kind === typeRule?.only)
    return (value, run, into) => {
      const own = options.tracks ? new Evaluated() : undefined
      let isValid = late !== undefined || !typeRule || typeRule.check(value, run)
      if (!isValid && !mode.all && !mode.isInner) return false
      if (typeof mark === 'number') options.visit(mark, value)
      // Within alternatives, ajv checks these keywords after a wrong type too.
      isValid = checkRules(general, value, run, own) && isValid
      const kind = kindOf(value)
      for (const group of groups) {
        if (!isValid && !mode.all) return false
        if (group.kind === kind) isValid = group.check(value, run, own) && isValid
        else if (group === late) isValid = (typeRule?.check(value, run) ?? true) && isValid
      }
      if (isValid && into && own) into.add(own)
      return isValid
    }

    function checkRules(rules: readonly Rule[], value: unknown, run: CheckRun, own: Evaluated | undefined): boolean {
      let isValid = true
      for (const rule of rules) {
        if (rule(value, run, own)) continue
        if (!mode.all) return false
        isValid = false
      }
      return isValid
    }

    function groupOf(kind: Kind, table: RuleTable<never>, schema: Schema, mode: Mode): { kind: Kind; check: Rule }[] {
      if (!table.some(([keyword]) => schema[keyword] !== undefined)) return []
      const rules = rulesOf(table, schema, mode)
      const fill = options.defaults && !mode.isInner ? createFill(kind, schema) : undefined
      const check: Rule = (value, run, own) => {
        fill?.(value as Schema)
        return checkRules(rules, value, run, own)
      }
      return [{ kind, check }]
    }
  }

  function rulesOf(table: RuleTable<never>, schema: Schema, mode: Mode): Rule[] {
    return table.flatMap(([keyword, create]) => {
      if (schema[keyword] === undefined) return []
      return (create(siteOf(keyword, schema, mode)) as Rule | undefined) ?? []
    })
  }

  function siteOf(keyword: string, schema: Schema, { all, isInner }: Mode): KeywordSite {
    const { pattern, spend, tracks } = options
    return {
      keyword,
      schema,
      all,
      isInner,
      tracks,
      compile: (subschema, mode) => compile(subschema, { all: all && mode !== 'condition', isInner: isInner || mode !== undefined }),
      refer: targetOf,
      pattern,
      spend,
    }
  }
}

/** Returns the type of a value that keywords depend on. NaN and infinite numbers are no numbers of JSON. */
function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : undefined
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' && value !== null ? 'object' : undefined
}

/** Creates the rule of the keywords `type` and `nullable`. `only` is the single type, if there is one. */
function createTypeRule(schema: Schema, { all }: Mode): { check(value: unknown, run: CheckRun): boolean; only?: string } | undefined {
  const { type, nullable } = schema
  const types = [type ?? []].flat().map(String)
  if (types.length === 0) return undefined
  const allowed = nullable === true && !types.includes('null') ? [...types, 'null'] : types
  const named = Array.isArray(type) ? allowed : type
  const check = (value: unknown, run: CheckRun): boolean =>
    allowed.some((name) => hasType(value, name)) || run.fail({ keyword: 'type', schema, all }, { type: named }, `must be ${named}`)
  const [only] = allowed
  return allowed.length === 1 && only !== undefined ? { check, only } : { check }
}

function hasType(value: unknown, name: string): boolean {
  if (name === 'null') return value === null
  if (name === 'boolean') return typeof value === 'boolean'
  if (name === 'integer') return Number.isInteger(value)
  return kindOf(value) === name
}

/** Creates the function that inserts defaults for absent properties, or for absent items of a tuple. */
function createFill(kind: Kind, { properties, items }: Schema): ((value: Schema) => void) | undefined {
  const described = kind === 'object' ? properties : kind === 'array' && Array.isArray(items) ? items : undefined
  const map = (described ?? {}) as Schema
  const defaults = describedNames(map).flatMap((name) => {
    const schema = map[name]
    return isRecord(schema) && schema.default !== undefined ? [{ name, text: JSON.stringify(schema.default) }] : []
  })
  if (defaults.length === 0) return undefined
  return (value) => {
    for (const { name, text } of defaults) if (!hasProperty(value, name)) value[name] = JSON.parse(text)
  }
}

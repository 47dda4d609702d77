import { acceptsAll, type Check, type KeywordSite, type Rule } from './check-run.ts'
import { type CreateRule, comparisonRules, type RuleTable } from './value-keywords.ts'

const listOf = ({ schema, keyword }: KeywordSite) => schema[keyword] as readonly unknown[]

const not: CreateRule<unknown> = (site) => {
  const check = condition(site, site.schema.not)
  return (value, run) => !check(value, run, undefined) || run.fail(site, {}, 'must NOT be valid')
}

/** Creates a check that records no faults. */
function condition(site: KeywordSite, schema: unknown): Rule {
  const check = site.compile(schema, 'condition')
  return (value, run, own) => {
    run.conditions++
    const isValid = check(value, run, own)
    run.conditions--
    return isValid
  }
}

const anyOf: CreateRule<unknown> = (site) => {
  if (listOf(site).some(acceptsAll) && !site.tracks) return undefined
  const checks = listOf(site).map((schema) => site.compile(schema, 'alternative'))
  return (value, run, own) => {
    const before = run.count
    let isValid = false
    for (const check of checks) {
      if (!check(value, run, own)) continue
      isValid = true
      // What the other alternatives examine of the value matters only to `unevaluated…`.
      if (!own) break
    }
    if (!isValid) return run.fail(site, {}, 'must match a schema in anyOf')
    run.withdraw(before)
    return true
  }
}

const oneOf: CreateRule<unknown> = (site) => {
  const checks = listOf(site).map((schema) => site.compile(schema, 'alternative'))
  return (value, run, own) => {
    const before = run.count
    let passing: number | null = null
    for (const [at, check] of checks.entries()) {
      if (!check(value, run, own)) continue
      if (passing !== null) return run.fail(site, { passingSchemas: [passing, at] }, oneOfMessage)
      passing = at
    }
    if (passing === null) return run.fail(site, { passingSchemas: null }, oneOfMessage)
    run.withdraw(before)
    return true
  }
}

const oneOfMessage = 'must match exactly one schema in oneOf'

const allOf: CreateRule<unknown> = (site) => {
  const checks = listOf(site).flatMap((schema) => (acceptsAll(schema) ? [] : site.compile(schema)))
  return (value, run, own) => {
    let isValid = true
    for (const check of checks) {
      if (check(value, run, own)) continue
      if (!site.all) return false
      isValid = false
    }
    return isValid
  }
}

const conditional: CreateRule<unknown> = (site) => {
  const branches = ['then', 'else'] as const
  const [then, otherwise] = branches.map((name) => branch(site, name))
  if (!then && !otherwise) return undefined
  const isMet = condition(site, site.schema.if)
  return (value, run, own) => (isMet(value, run, own) ? (then?.(value, run, own) ?? true) : (otherwise?.(value, run, own) ?? true))
}

/** Creates the rule of `then` or `else`. Returns undefined if it accepts every value. */
function branch(site: KeywordSite, name: 'then' | 'else'): Rule | undefined {
  const schema = site.schema[name]
  if (schema === undefined || acceptsAll(schema)) return undefined
  const check: Check = site.compile(schema)
  // Where the first fault is enough, that of the branch is the first one.
  const isLast = !site.all && !site.isInner
  return (value, run, own) => check(value, run, own) || (!isLast && run.fail(site, { failingKeyword: name }, `must match "${name}" schema`))
}

/** Rules for values of any type. */
export const generalRules = (): RuleTable<unknown> => [
  ['$ref', (site) => site.refer(String(site.schema.$ref))],
  ...comparisonRules(),
  ['not', not],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['allOf', allOf],
  ['if', conditional],
]

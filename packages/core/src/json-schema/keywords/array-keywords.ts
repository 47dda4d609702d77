import { canonicalJson } from '../../json/hash-json.ts'
import { acceptsAll, type Check, type CheckRun, type Evaluated, type KeywordSite, type Rule } from './check-run.ts'
import { type CreateRule, countLimits, type RuleTable } from './value-keywords.ts'

type Items = readonly unknown[]

/** Checks the items from an index on, to the first fault or to the end. */
function checkItems(site: KeywordSite, check: Check, from: (own: Evaluated | undefined) => number): Rule<Items> {
  return (value, run, own) => {
    let isValid = true
    for (let at = from(own); at < value.length; at++) {
      if (run.part(check, value[at], at)) continue
      if (!site.all) return false
      isValid = false
    }
    return isValid
  }
}

/** Creates the rule of a list of schemas, each of which describes the item at its position. */
function tuple(site: KeywordSite): Rule<Items> {
  const schemas = site.schema[site.keyword] as readonly unknown[]
  const checks = schemas.map((schema) => (acceptsAll(schema) ? undefined : site.compile(schema)))
  return (value, run, own) => {
    if (own) own.items = Math.max(own.items, schemas.length)
    let isValid = true
    for (const [at, check] of checks.entries()) {
      if (!check || at >= value.length || run.part(check, value[at], at)) continue
      if (!site.all) return false
      isValid = false
    }
    return isValid
  }
}

/** Creates the rule for all items after the first ones. */
function rest(site: KeywordSite, count: number): Rule<Items> {
  const schema = site.schema[site.keyword]
  const check = site.compile(schema)
  const everyItem: Rule<Items> =
    schema === false && count > 0
      ? (value, run) => value.length <= count || run.fail(site, { limit: count }, tooMany(count))
      : checkItems(site, check, () => count)
  return (value, run, own) => {
    if (own) own.items = Infinity
    return acceptsAll(schema) || everyItem(value, run, own)
  }
}

const tooMany = (count: number) => `must NOT have more than ${count} items`

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)

const items: CreateRule<Items> = (site) => (Array.isArray(site.schema.items) ? tuple(site) : rest(site, lengthOf(site.schema.prefixItems)))

const additionalItems: CreateRule<Items> = (site) => (Array.isArray(site.schema.items) ? rest(site, site.schema.items.length) : undefined)

const contains: CreateRule<Items> = (site) => {
  const { contains: schema, minContains = 1, maxContains } = site.schema
  const [min, max] = [Number(minContains), maxContains === undefined ? Infinity : Number(maxContains)]
  if (min === 0 && max === Infinity) return undefined
  const params = { minContains: min, ...(maxContains === undefined ? {} : { maxContains }) }
  const message = max === Infinity ? `must contain at least ${min} valid item(s)` : `must contain at least ${min} and no more than ${max} valid item(s)`
  const check = site.compile(schema, 'alternative')
  return (value, run, own) => {
    const before = run.count
    if (own && min <= max && !acceptsAll(schema)) own.items = Infinity
    const found = min > max ? 0 : countMatches(value, { check, run, enough: max === Infinity ? min : max + 1 })
    const isValid = min <= max && found >= min && found <= max
    if (isValid || !(site.all || site.isInner)) run.withdraw(before)
    return isValid || run.fail(site, params, message)
  }
}

/** Counts the items that fit, until there are enough of them. */
function countMatches(value: Items, { check, run, enough }: { check: Check; run: CheckRun; enough: number }): number {
  let found = 0
  for (const [at, item] of value.entries()) {
    if (run.part(check, item, at)) found++
    if (found >= enough) break
  }
  return found
}

const unevaluatedItems: CreateRule<Items> = (site) => {
  const schema = site.schema.unevaluatedItems
  const everyOther = checkItems(site, site.compile(schema), (own) => own?.items ?? 0)
  return (value, run, own) => {
    const count = own?.items ?? 0
    const isValid = schema === false ? value.length <= count || run.fail(site, { limit: count }, tooMany(count)) : everyOther(value, run, own)
    if (own) own.items = Infinity
    return isValid
  }
}

const uniqueItems: CreateRule<Items> = (site) => {
  if (site.schema.uniqueItems !== true) return undefined
  return (value, run) => {
    const fault = duplicateItems(value, site.spend)
    return !fault || run.fail(site, fault.params, fault.message)
  }
}

/** Finds two equal items. Compares canonical texts, so that the time grows with the size of the items and not with the square of their number. */
export function duplicateItems(value: Items, spend: KeywordSite['spend']): { params: { i: number; j: number }; message: string } | undefined {
  const seen = new Map<unknown, number>()
  for (const [index, item] of value.entries()) {
    const text = textOf(item)
    spend(typeof text === 'string' ? text.length : 1)
    const first = seen.get(text)
    if (first !== undefined) return { params: { i: index, j: first }, message: `must NOT have duplicate items (items ## ${first} and ${index} are identical)` }
    seen.set(text, index)
  }
  return undefined
}

/** Returns the canonical text of an item. A value without JSON text is equal only to itself. */
function textOf(item: unknown): unknown {
  try {
    return canonicalJson(item as never)
  } catch {
    return item
  }
}

/** Rules for arrays. */
export function arrayRules(): RuleTable<Items> {
  const counts = countLimits<Items>('items', (value) => value.length)
  return [
    ['maxItems', counts.most],
    ['minItems', counts.least],
    ['prefixItems', tuple],
    ['additionalItems', additionalItems],
    ['items', items],
    ['contains', contains],
    ['unevaluatedItems', unevaluatedItems],
    ['uniqueItems', uniqueItems],
  ]
}

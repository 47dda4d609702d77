import { equalJson } from '../../json/patch-document.ts'
import type { KeywordSite, Rule } from './check-run.ts'

/** Creates the rule of a keyword. Returns undefined for a keyword that can have no effect where it stands. */
export type CreateRule<Value> = (site: KeywordSite) => Rule<Value> | undefined

/** Rules by keyword, in the order in which the keywords are checked. */
export type RuleTable<Value> = readonly (readonly [keyword: string, create: CreateRule<Value>])[]

function limit<Value>(fits: (value: Value, limit: number) => boolean, describe: (limit: number) => { params?: object; message: string }): CreateRule<Value> {
  return (site) => {
    const bound = Number(site.schema[site.keyword])
    const { params, message } = describe(bound)
    return (value, run) => fits(value, bound) || run.fail(site, { ...params, limit: bound }, message)
  }
}

function comparison(sign: string, fits: (value: number, limit: number) => boolean): CreateRule<number> {
  return limit(fits, (bound) => ({ params: { comparison: sign }, message: `must be ${sign} ${bound}` }))
}

/** Creates the rules of a keyword that limits a number of parts, such as characters or items. */
export const countLimits = <Value>(parts: string, count: (value: Value) => number): { most: CreateRule<Value>; least: CreateRule<Value> } => ({
  most: limit(
    (value, most) => count(value) <= most,
    (most) => ({ message: `must NOT have more than ${most} ${parts}` }),
  ),
  least: limit(
    (value, least) => count(value) >= least,
    (least) => ({ message: `must NOT have fewer than ${least} ${parts}` }),
  ),
})

const multipleOf: CreateRule<number> = (site) => {
  const divisor = Number(site.schema.multipleOf)
  // A quotient in exponential notation counts as a fraction, as it does for ajv.
  const fits = (value: number) => divisor !== 0 && value / divisor === Number.parseInt(String(value / divisor), 10)
  return (value, run) => fits(value) || run.fail(site, { multipleOf: divisor }, `must be multiple of ${divisor}`)
}

/** Rules for numbers. */
export const numberRules = (): RuleTable<number> => [
  ['maximum', comparison('<=', (value, most) => value <= most)],
  ['minimum', comparison('>=', (value, least) => value >= least)],
  ['exclusiveMaximum', comparison('<', (value, bound) => value < bound)],
  ['exclusiveMinimum', comparison('>', (value, bound) => value > bound)],
  ['multipleOf', multipleOf],
]

/** Counts code points; half of a surrogate pair counts as one. */
function countCharacters(text: string): number {
  let pairs = 0
  for (let at = 1; at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00 || (text.charCodeAt(at - 1) & 0xfc00) !== 0xd800) continue
    pairs++
    at++
  }
  return text.length - pairs
}

const pattern: CreateRule<string> = (site) => {
  const source = String(site.schema.pattern)
  const test = site.pattern(source)
  return (value, run) => test(value) || run.fail(site, { pattern: source }, `must match pattern "${source}"`)
}

/** Rules for strings. */
export function stringRules(): RuleTable<string> {
  const characters = countLimits('characters', countCharacters)
  return [
    ['maxLength', characters.most],
    ['minLength', characters.least],
    ['pattern', pattern],
  ]
}

const isStructured = (value: unknown) => typeof value === 'object' && value !== null

const constant: CreateRule<unknown> = (site) => {
  const allowedValue = site.schema.const
  const fits = isStructured(allowedValue) ? (value: unknown) => equalJson(allowedValue, value) : (value: unknown) => value === allowedValue
  return (value, run) => fits(value) || run.fail(site, { allowedValue }, 'must be equal to constant')
}

const enumeration: CreateRule<unknown> = (site) => {
  const allowedValues = site.schema.enum as readonly unknown[]
  const simple = new Set(allowedValues.filter((value) => !isStructured(value)))
  const structured = allowedValues.filter(isStructured)
  const fits = (value: unknown) => simple.has(value) || (isStructured(value) && structured.some((allowed) => equalJson(allowed, value)))
  return (value, run) => fits(value) || run.fail(site, { allowedValues }, 'must be equal to one of the allowed values')
}

/** Rules that compare a value of any type. */
export const comparisonRules = (): RuleTable<unknown> => [
  ['const', constant],
  ['enum', enumeration],
]

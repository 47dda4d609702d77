import type { RepairKind } from './repair-log.ts'

/** A value written without quotes; `repair` is missing when it is JSON as it stands. */
export interface BareValue {
  value: string | number | boolean | null
  repair?: RepairKind
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const looseNumber = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['undefined', null],
  ['nan', null],
  ['infinity', null],
  ['-infinity', null],
  ['+infinity', null],
])

/** Reads a token without quotes: JSON's numbers and literals, those of Python and JavaScript, else a word (a string). */
export function readBareValue(raw: string): BareValue {
  if (raw === 'true') return { value: true }
  if (raw === 'false') return { value: false }
  if (raw === 'null') return { value: null }
  return jsonNumber.test(raw) ? readNumber(raw, undefined) : readLooseValue(raw)
}

/** A number out of range is no number in JSON: null, as for Infinity. */
function readNumber(raw: string, repair: 'number' | undefined): BareValue {
  const value = Number(raw)
  if (!Number.isFinite(value)) return { value: null, repair: 'number' }
  return repair === undefined ? { value } : { value, repair }
}

function readLooseValue(raw: string): BareValue {
  const literal = raw.length > 9 ? undefined : literals.get(raw.toLowerCase())
  if (literal !== undefined) return { value: literal, repair: 'literal' }
  if (looseNumber.test(raw)) return readNumber(raw, 'number')
  return { value: raw, repair: 'bare_word' }
}

/** True for a word that is a literal of JSON, Python or JavaScript. */
export function isLiteralWord(word: string): boolean {
  return word.length <= 9 && literals.has(word.toLowerCase())
}

import { code, isBlank, isWordUnit } from './characters.ts'
import type { JsonRepairKind } from './json-sink.ts'

/** The reason why an unquoted token ended. `more`: the input ended. `end`: the token is complete. `bad`: a character cannot be part of it. */
export type BareStop = 'more' | 'end' | 'bad'

const codesOf = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)))
const inside = /* @__PURE__ */ codesOf('.+-@%&;~^!?|=')

/** True for a character that can start a number, a literal or an unquoted word. */
export function isBareStart(unit: number): boolean {
  return isWordUnit(unit) || unit === code.minus || unit === 43 || unit === 46 || unit === 64
}

/** Collects one unquoted token, in pieces of any size. A blank ends a number or literal, but not a word. */
export class BareLexer {
  raw = ''
  stop: BareStop = 'more'
  private word = false
  private afterBlank = false
  start(): void {
    this.raw = ''
    this.word = false
    this.afterBlank = false
  }

  run(text: string, from: number): number {
    this.stop = 'more'
    let index = from
    while (index < text.length && this.stop === 'more') index = this.step(text, index)
    return index
  }

  private step(text: string, from: number): number {
    let index = from
    while (index < text.length && this.belongs(text.charCodeAt(index))) index++
    if (index > from) this.afterBlank = false
    this.raw += text.slice(from, index)
    if (index === text.length) return index
    const unit = text.charCodeAt(index)
    if (this.goesOn(unit)) {
      this.afterBlank = unit !== code.slash
      this.raw += this.afterBlank ? ' ' : '/'
      return index + 1
    }
    this.stop = this.isEnd(unit) ? 'end' : 'bad'
    return index
  }

  private belongs(unit: number): boolean {
    return isWordUnit(unit) || inside.has(unit)
  }

  private goesOn(unit: number): boolean {
    if (unit === code.slash) return !this.afterBlank && this.isWord()
    return isBlank(unit) && unit !== code.newline && unit !== code.carriageReturn && this.isWord()
  }

  private isEnd(unit: number): boolean {
    if (unit === code.comma || unit === code.closeObject || unit === code.closeArray || isBlank(unit)) return true
    return unit === code.slash || unit === code.hash || unit === code.wideComma || unit === code.backtick
  }

  private isWord(): boolean {
    if (!this.word) this.word = readBareValue(this.raw).repair === 'bare_word'
    return this.word
  }
}

/** An unquoted value. `repair` is absent if the text is valid JSON. */
export interface BareValue {
  value: string | number | boolean | null
  repair?: JsonRepairKind
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

/** Reads an unquoted token: a number or literal of JSON, Python or JavaScript, or otherwise a word, which becomes a string. */
export function readBareValue(raw: string): BareValue {
  if (raw === 'true') return { value: true }
  if (raw === 'false') return { value: false }
  if (raw === 'null') return { value: null }
  return jsonNumber.test(raw) ? readNumber(raw, undefined) : readLooseValue(raw)
}

/** Reads a number. A number out of range becomes null, as Infinity does in JSON.stringify. */
function readNumber(raw: string, repair: 'number' | undefined): BareValue {
  const value = Number(raw)
  if (!Number.isFinite(value)) return { value: null, repair: 'lost_number' }
  return repair === undefined ? { value } : { value, repair }
}

function readLooseValue(raw: string): BareValue {
  const literal = raw.length > 9 ? undefined : literals.get(raw.toLowerCase())
  if (literal !== undefined) return { value: literal, repair: /^(?:nan|[+-]?infinity)$/i.test(raw) ? 'lost_number' : 'literal' }
  if (looseNumber.test(raw)) return readNumber(raw, 'number')
  return { value: raw, repair: 'bare_word' }
}

/** True for a word that is a literal of JSON, Python or JavaScript. */
export function isLiteralWord(word: string): boolean {
  return word.length <= 9 && literals.has(word.toLowerCase())
}

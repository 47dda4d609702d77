import { isDigit, isJsonBlank, jsonCode, unitAt } from './characters.ts'
import { decodeEscape, escapeLength, isHex, simpleEscape } from './escapes.ts'
import type { JsonSink } from './json-sink.ts'
import { literalAt, numberEnd, plainEnd } from './whole-tokens.ts'

/** `open`: more input is needed. `done`: the value is complete. `broken`: the input is not JSON. `deep`: the input exceeds the depth limit. */
export type StrictStatus = 'open' | 'done' | 'broken' | 'deep'

const at = { value: 0, first: 1, key: 2, firstKey: 3, colon: 4, next: 5, string: 6, escape: 7, word: 8 } as const
const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const maxPrefixLength = 40

/** Reads strict JSON (RFC 8259) incrementally and in one pass, without repairs. It is kept small because it is part of browser bundles. */
export class StrictTokenizer {
  status: StrictStatus = 'open'
  #state: number = at.value
  readonly #stack: boolean[] = []
  #array = false
  #inKey = false
  #name = ''
  /** The part of an escape or of an unquoted token that was cut by the end of the last piece. */
  #cut = ''
  readonly #sink: JsonSink
  readonly #maxDepth: number

  constructor(sink: JsonSink, maxDepth: number) {
    this.#sink = sink
    this.#maxDepth = maxDepth
  }

  /** Reads a piece and returns the index at which it stopped: its end, or the index where `status` changed. */
  run(text: string): number {
    let index = 0
    while (index < text.length && this.status === 'open') {
      if (this.#state === at.string) index = this.#inString(text, index)
      else if (this.#state === at.escape) index = this.#inEscape(text, index)
      else if (this.#state === at.word) index = this.#inWord(text, index)
      else index = this.#structure(text, index)
    }
    return index
  }

  /** Ends the input, which completes a number or literal at the root. */
  end(): void {
    if (this.#state === at.word && this.#stack.length === 0) this.#endWord()
  }

  /** True inside a string, number or literal that is a value. */
  get insideScalar(): boolean {
    return this.#state >= at.string && !this.#inKey
  }

  #structure(text: string, index: number): number {
    const unit = text.charCodeAt(index)
    if (isJsonBlank(unit)) return index + 1
    if (this.#state === at.next) return this.#next(unit, index)
    if (this.#state === at.colon) return unit === jsonCode.colon ? this.#go(at.value, index) : this.#fail(index)
    return this.#state >= at.key ? this.#keyStart(text, index, unit) : this.#valueStart(text, index, unit)
  }

  #next(unit: number, index: number): number {
    if (unit === jsonCode.comma) return this.#go(this.#array ? at.value : at.key, index)
    return unit === (this.#array ? jsonCode.closeArray : jsonCode.closeObject) ? this.#close(index) : this.#fail(index)
  }

  #keyStart(text: string, index: number, unit: number): number {
    if (unit === jsonCode.closeObject && this.#state === at.firstKey) return this.#close(index)
    if (unit !== jsonCode.doubleQuote) return this.#fail(index)
    const end = plainEnd(text, index + 1)
    if (end === -1) return this.#startString(index, true)
    this.#sink.key(text.slice(index + 1, end))
    return this.#go(at.colon, end)
  }

  #valueStart(text: string, index: number, unit: number): number {
    if (unit === jsonCode.doubleQuote) return this.#stringStart(text, index)
    if (unit === jsonCode.openObject || unit === jsonCode.openArray) return this.#open(unit === jsonCode.openArray, index)
    if (unit === jsonCode.closeArray && this.#state === at.first) return this.#close(index)
    const end = unit === jsonCode.minus || isDigit(unit) ? numberEnd(text, index) : -1
    if (end !== -1) return this.#scalar(Number(text.slice(index, end)), end)
    const literal = literalAt(text, index, unit)
    if (literal !== undefined) return this.#scalar(literal, index + (literal === false ? 5 : 4))
    this.#cut = ''
    this.#state = at.word
    this.#inKey = false
    return index
  }

  #stringStart(text: string, index: number): number {
    const end = plainEnd(text, index + 1)
    if (end === -1) return this.#startString(index, false)
    this.#sink.whole(text.slice(index + 1, end))
    return this.#endValue(end + 1)
  }

  #startString(index: number, inKey: boolean): number {
    this.#inKey = inKey
    this.#name = ''
    if (!inKey) this.#sink.textStart()
    return this.#go(at.string, index)
  }

  #inString(text: string, from: number): number {
    let index = from
    while (index < text.length && !isSpecial(text.charCodeAt(index))) index++
    if (index > from) this.#piece(text.slice(from, index))
    if (index === text.length) return index
    const unit = text.charCodeAt(index)
    if (unit === jsonCode.doubleQuote) return this.#endString(index)
    if (unit !== jsonCode.backslash) return this.#fail(index)
    const length = escapeLength(text, index)
    if (length === 0) {
      this.#cut = ''
      return this.#go(at.escape, index)
    }
    this.#piece(decodeEscape(text, index))
    return index + length
  }

  #inEscape(text: string, index: number): number {
    const unit = text.charCodeAt(index)
    const isFirst = this.#cut === ''
    if (isFirst ? unit !== jsonCode.u && simpleEscape(unit) === undefined : !isHex(unit)) return this.#fail(index)
    this.#cut += text.charAt(index)
    if (isFirst && unit === jsonCode.u) return index + 1
    if (!isFirst && this.#cut.length < 5) return index + 1
    this.#piece(decodeEscape(`\\${this.#cut}`, 0))
    return this.#go(at.string, index)
  }

  #piece(text: string): void {
    if (this.#inKey) this.#name += text
    else this.#sink.text(text)
  }

  #endString(index: number): number {
    if (this.#inKey) {
      this.#sink.key(this.#name)
      return this.#go(at.colon, index)
    }
    this.#sink.textEnd()
    return this.#endValue(index + 1)
  }

  #inWord(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const longer = this.#cut + text.charAt(index)
      if (!mayBegin(longer)) return this.#endWord() ? index : this.#fail(index)
      this.#cut = longer
      // A number may continue, a literal cannot.
      if (unitAt(longer, 0) > 57 && this.#endWord()) return index + 1
    }
    return text.length
  }

  #endWord(): boolean {
    if (!word.test(this.#cut)) return false
    this.#scalar(JSON.parse(this.#cut), 0)
    return true
  }

  #scalar(value: number | boolean | null, index: number): number {
    this.#sink.scalar(value)
    return this.#endValue(index)
  }

  #open(array: boolean, index: number): number {
    if (this.#stack.length >= this.#maxDepth) {
      this.status = 'deep'
      return index
    }
    this.#stack.push(array)
    this.#array = array
    this.#sink.open(array)
    return this.#go(array ? at.first : at.firstKey, index)
  }

  #close(index: number): number {
    this.#sink.close()
    this.#stack.pop()
    this.#array = this.#stack[this.#stack.length - 1] === true
    return this.#endValue(index + 1)
  }

  #endValue(index: number): number {
    this.#state = at.next
    if (this.#stack.length === 0) this.status = 'done'
    return index
  }

  #go(state: number, index: number): number {
    this.#state = state
    return index + 1
  }

  #fail(index: number): number {
    this.status = 'broken'
    return index
  }
}

function isSpecial(unit: number): boolean {
  return unit === jsonCode.doubleQuote || unit === jsonCode.backslash || unit < 32
}

/** True if the text can be the start of a number or literal. For a long number only the new character is checked; the entire number is checked at its end. */
function mayBegin(text: string): boolean {
  if (text.length > maxPrefixLength) return /[\d.eE+-]$/.test(text)
  return word.test(text) || word.test(`${text}0`) || ['true', 'false', 'null'].some((literal) => literal.startsWith(text))
}

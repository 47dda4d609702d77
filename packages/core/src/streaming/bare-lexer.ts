import { readBareValue } from './bare-value.ts'
import { code, isBlank, isWordUnit } from './characters.ts'

/** Why a token without quotes stopped: more may come, it is whole, or a character came that cannot stand in it. */
export type BareStop = 'more' | 'end' | 'bad'

const codesOf = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)))
const inside = /* @__PURE__ */ codesOf('.+-@%&;~^!?|=')

/** True for a character that can begin a number, a literal or an unquoted word. */
export function isBareStart(unit: number): boolean {
  return isWordUnit(unit) || unit === code.minus || unit === 43 || unit === 46 || unit === 64
}

/** Collects one token without quotes, in pieces of any size; what it has is never looked at twice, that would flatten it each time. A blank ends a number or literal, but not a word. */
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

import { code } from './characters.ts'
import type { JsonRepairKind, JsonRepairs } from './json-repairs.ts'
import { type JsonSink, silentSink } from './json-sink.ts'
import type { RepairedJson } from './repaired-json.ts'

export interface TokenizerOptions {
  /** Asked for once an object, when its first key is whole. */
  sink: () => JsonSink
  repairs: JsonRepairs
  maxDepth: number
  echo: RepairedJson
}

/**
 * `open`: more is needed. `done`: the root is closed. `broken`: not readable from here on. `prose`: it broke before its first
 * key, so the brace was none of ours. `deep`: over the depth limit. `fence`: a code fence closed where a closer was due.
 */
export type TokenizerStatus = 'open' | 'done' | 'broken' | 'prose' | 'deep' | 'fence'

/** What is due next. The first four are the structure, the others are inside a token. */
export const at = { value: 0, key: 1, colon: 2, next: 3, string: 4, bare: 5, wordKey: 6, comment: 7 } as const

/** The containers of one object and the grammar between tokens. */
export class JsonStructure {
  status: TokenizerStatus = 'open'
  /** A quote was taken as text: where strings end is a guess. */
  doubtful = false
  /** The text at hand, and the offset of its start. */
  protected input = ''
  protected base = 0
  protected state: number = at.value
  protected array = false
  protected depth = 0
  /** A line break stands between the last value and here. */
  protected newLine = false
  /** Nothing but a brace and a part of its first key was read: it may still be prose, and nobody has heard of it. */
  protected tentative = false
  protected sink: JsonSink = silentSink
  protected readonly echo: RepairedJson
  private stack: boolean[] = []
  private afterComma = false
  private ticks = 0
  private deferred: [JsonRepairKind, number | undefined][] = []
  private readonly newSink: () => JsonSink
  private readonly repairs: JsonRepairs
  private readonly maxDepth: number

  constructor(options: TokenizerOptions) {
    this.newSink = options.sink
    this.repairs = options.repairs
    this.echo = options.echo
    this.maxDepth = options.maxDepth
  }

  /** Starts over inside a root object whose brace was just read. The sink hears of it once its first key is whole. */
  beginObject(): void {
    this.status = this.maxDepth < 1 ? 'deep' : 'open'
    this.doubtful = false
    this.stack = [false]
    this.depth = 1
    this.array = false
    this.afterComma = false
    this.tentative = true
    this.deferred = []
    this.ticks = 0
    this.state = at.key
  }

  /** True while nothing but a brace and at most a part of the first key was read. */
  get beforeFirstKey(): boolean {
    return this.tentative
  }

  /** True when a comment stands before the first key. */
  get sawComment(): boolean {
    return this.deferred.some(([kind]) => kind === 'comment')
  }

  /** Notes a repair; those of a brace that may still turn out to be prose wait. */
  add(kind: JsonRepairKind, offset?: number): void {
    if (kind === 'unescaped_quote') this.doubtful = true
    if (!this.tentative) this.repairs.add(kind, offset)
    else if (!this.deferred.some(([known]) => known === kind)) this.deferred.push([kind, offset])
  }

  protected open(unit: number, index: number): boolean {
    if (this.depth >= this.maxDepth) {
      this.status = 'deep'
      return false
    }
    this.array = unit === code.openArray
    this.stack.push(this.array)
    this.depth++
    this.sink.open(this.array)
    if (this.echo.on) this.echo.copy(this.input, index, index + 1)
    this.afterComma = false
    this.state = this.array ? at.value : at.key
    return true
  }

  protected close(unit: number, index: number): boolean {
    if (this.array !== (unit === code.closeArray)) return this.fail()
    if (this.tentative) this.commit()
    if (this.afterComma) this.add('trailing_comma', this.base + index)
    if (this.echo.on) {
      this.echo.dropComma()
      this.echo.copy(this.input, index, index + 1)
    }
    this.sink.close()
    this.stack.pop()
    this.depth--
    this.array = this.stack[this.depth - 1] === true
    this.endValue()
    return true
  }

  protected comma(unit: number, index: number): boolean {
    if (unit === code.wideComma) this.add('punctuation', this.base + index)
    if (this.echo.on) this.echo.comma(this.input, index)
    this.afterComma = true
    this.state = this.array ? at.value : at.key
    return true
  }

  protected endValue(): void {
    this.newLine = false
    this.afterComma = false
    this.state = at.next
    if (this.depth === 0) this.status = 'done'
  }

  protected nameEnd(name: string): void {
    if (this.tentative) this.commit()
    this.sink.key(name)
    this.state = at.value
  }

  /** One backtick of a fence; three of them end the object. */
  protected tick(): boolean {
    this.ticks++
    if (this.ticks === 3) this.status = 'fence'
    return true
  }

  /** True when a fence was begun and something else follows. */
  protected breaksFence(unit: number): boolean {
    return this.ticks > 0 && unit !== code.backtick
  }

  protected fail(): boolean {
    this.status = this.tentative ? 'prose' : 'broken'
    return false
  }

  private commit(): void {
    this.tentative = false
    for (const [kind, offset] of this.deferred) this.repairs.add(kind, offset)
    this.sink = this.newSink()
    this.sink.open(false)
  }
}

import { BareLexer, isBareStart } from './bare-lexer.ts'
import { readBareValue } from './bare-value.ts'
import { code, familyOf, isBlank, isJsonBlank, isWordUnit, quoteFamily } from './characters.ts'
import { CommentSkipper } from './comment-skipper.ts'
import type { Echo } from './echo.ts'
import type { RepairKind, RepairLog } from './repair-log.ts'
import { StringLexer } from './string-lexer.ts'

/** What the tokenizer tells: values in the order of the text, strings in pieces. */
export interface JsonSink {
  open(array: boolean): void
  close(): void
  key(name: string): void
  textStart(): void
  text(piece: string): void
  textEnd(): void
  scalar(value: number | boolean | null | string): void
}

export interface TokenizerOptions {
  /** Asked for once a root: at once, or when the first key of an object begun with `beginObject` is whole. */
  sink: () => JsonSink
  repairs: Pick<RepairLog, 'add'>
  maxDepth: number
  echo: Echo
  /** JSON as the standard has it: no repairs (the log is expected to throw), and quotes are not looked behind. */
  strict: boolean
}

/**
 * `open`: more is needed. `done`: the root is closed. `broken`: not readable from here on. `prose`: it broke before its first
 * key, so the brace was none of ours. `deep`: over the depth limit. `fence`: a code fence closed where a closer was due.
 */
export type TokenizerStatus = 'open' | 'done' | 'broken' | 'prose' | 'deep' | 'fence'

const nothing = () => {}
const silent: JsonSink = { open: nothing, close: nothing, key: nothing, textStart: nothing, text: nothing, textEnd: nothing, scalar: nothing }

const at = { value: 0, key: 1, colon: 2, next: 3, string: 4, bare: 5, wordKey: 6, comment: 7 } as const

/** Reads one JSON value incrementally, in one pass, with repairs. Memory: the open containers and the token at hand. */
export class Tokenizer {
  status: TokenizerStatus = 'open'
  /** Input that was read ahead and not used when the root ended; it comes before the rest of the chunk. */
  leftover = ''
  private base = 0
  private state: number = at.value
  private stack: boolean[] = []
  private array = false
  private afterComma = false
  private inKey = false
  private tentative = false
  private deferred: [RepairKind, number | undefined][] = []
  private name = ''
  private nameRaw = ''
  private afterComment = 0
  private ticks = 0
  private readonly strings = new StringLexer(this, this)
  private readonly bare: BareLexer
  private readonly comments = new CommentSkipper()
  private sink: JsonSink
  private readonly newSink: () => JsonSink
  private readonly repairs: Pick<RepairLog, 'add'>
  private readonly echo: Echo
  private readonly maxDepth: number
  private readonly strict: boolean

  constructor(options: TokenizerOptions) {
    this.newSink = options.sink
    this.sink = options.strict ? options.sink() : silent
    this.repairs = options.repairs
    this.echo = options.echo
    this.maxDepth = options.maxDepth
    this.strict = options.strict
    this.bare = new BareLexer(options.strict)
  }

  /** Starts over inside a root object whose brace was just read. The sink hears of it once its first key is whole. */
  beginObject(): void {
    this.status = this.maxDepth < 1 ? 'deep' : 'open'
    this.leftover = ''
    this.stack = [false]
    this.array = false
    this.afterComma = false
    this.tentative = true
    this.deferred = []
    this.ticks = 0
    this.state = at.key
  }

  /** Reads from `from` on and returns where it stopped: the end of the text, or the place where `status` changed. */
  run(text: string, from: number, base: number): number {
    this.base = base
    this.strings.base = base
    let index = from
    while (index < text.length && this.status === 'open') index = this.step(text, index)
    return index
  }

  /** The input ends here. A string whose quote was being looked behind counts as closed, a bare root as whole. */
  end(): void {
    if (this.state === at.string && this.strings.end()) this.endString(this.base, true)
    else if (this.state === at.bare && this.stack.length === 0) this.endBare(this.base)
  }

  /** True while nothing but a brace and at most a part of the first key was read. */
  get beforeFirstKey(): boolean {
    return this.tentative
  }

  /** True inside a string, number or literal that is a value. */
  get insideScalar(): boolean {
    return this.state === at.bare || (this.state === at.string && !this.inKey)
  }

  /** True when a comment stands before the first key. */
  get sawComment(): boolean {
    return this.deferred.some(([kind]) => kind === 'comment')
  }

  /** For the string lexer. */
  piece(text: string, raw: string): void {
    if (this.inKey) {
      this.name += text
      if (this.echo.on) this.nameRaw += raw
      return
    }
    if (this.echo.on) this.echo.put(raw)
    this.sink.text(text)
  }

  /** For the string lexer: repairs of a brace that may still turn out to be prose wait. */
  add(kind: RepairKind, offset?: number): void {
    if (!this.tentative) this.repairs.add(kind, offset)
    else if (!this.deferred.some(([known]) => known === kind)) this.deferred.push([kind, offset])
  }

  private step(text: string, index: number): number {
    if (this.state === at.string) return this.inString(text, index)
    if (this.state === at.bare) return this.inBare(text, index)
    const unit = text.charCodeAt(index)
    if (this.state === at.comment) return this.inComment(unit, index)
    if (this.state === at.wordKey) return this.inWordKey(unit, index)
    if (this.ticks > 0 && unit !== code.backtick) this.fail()
    else if (isBlank(unit)) this.blank(unit, index)
    else if (this.structure(unit, index)) return index + 1
    else return index
    return this.status === 'open' ? index + 1 : index
  }

  private structure(unit: number, index: number): boolean {
    if (unit === code.slash || unit === code.hash) return this.startComment(unit, index)
    if (this.state === at.next) return this.next(unit, index)
    if (this.state === at.key) return this.keyStart(unit, index)
    return this.state === at.colon ? this.colon(unit, index) : this.valueStart(unit, index)
  }

  private valueStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startString(unit, family, index)
    if (unit === code.openObject || unit === code.openArray) return this.open(unit)
    if (unit === code.closeArray && this.array) return this.close(unit, index)
    if (!isBareStart(unit)) return this.fail()
    this.state = at.bare
    this.bare.start()
    return false
  }

  private keyStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startName(unit, family, index)
    if (unit === code.closeObject) return this.close(unit, index)
    if (unit === code.backtick) return this.tick()
    if (!isWordUnit(unit)) return this.fail()
    this.add('bare_key', this.base + index)
    this.name = ''
    this.state = at.wordKey
    return false
  }

  private colon(unit: number, index: number): boolean {
    if (unit !== code.colon && unit !== code.wideColon) return this.fail()
    if (this.tentative) this.commit()
    if (unit === code.wideColon) this.add('punctuation', this.base + index)
    this.sink.key(this.name)
    if (this.echo.on) this.echo.put(`${this.nameRaw}:`)
    this.state = at.value
    return true
  }

  private next(unit: number, index: number): boolean {
    if (unit === code.comma || unit === code.wideComma) return this.comma(unit, index)
    if (unit === code.closeObject || unit === code.closeArray) return this.close(unit, index)
    if (unit === code.backtick) return this.tick()
    const missing = this.array ? unit === code.openObject : familyOf(unit) !== quoteFamily.none
    if (!missing) return this.fail()
    this.add('missing_comma', this.base + index)
    this.comma(code.comma, index)
    return this.array ? this.open(unit) : this.keyStart(unit, index)
  }

  private comma(unit: number, index: number): boolean {
    if (unit === code.wideComma) this.add('punctuation', this.base + index)
    if (this.echo.on) this.echo.comma()
    this.afterComma = true
    this.state = this.array ? at.value : at.key
    return true
  }

  private tick(): boolean {
    this.ticks++
    if (this.strict) return this.fail()
    if (this.ticks === 3) this.status = 'fence'
    return true
  }

  private open(unit: number): boolean {
    if (this.stack.length >= this.maxDepth) {
      this.status = 'deep'
      return false
    }
    this.array = unit === code.openArray
    this.stack.push(this.array)
    this.sink.open(this.array)
    if (this.echo.on) this.echo.put(this.array ? '[' : '{')
    this.afterComma = false
    this.state = this.array ? at.value : at.key
    return true
  }

  private close(unit: number, index: number): boolean {
    if (this.array !== (unit === code.closeArray)) return this.fail()
    if (this.tentative) this.commit()
    if (this.afterComma) this.add('trailing_comma', this.base + index)
    if (this.echo.on) {
      this.echo.dropComma()
      this.echo.put(this.array ? ']' : '}')
    }
    this.sink.close()
    this.stack.pop()
    this.array = this.stack[this.stack.length - 1] === true
    this.endValue()
    return true
  }

  private endValue(): void {
    this.afterComma = false
    this.state = at.next
    if (this.stack.length === 0) this.status = 'done'
  }

  private startString(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    if (this.echo.on) this.echo.put('"')
    this.inKey = false
    this.sink.textStart()
    this.strings.start(unit, family, this.strict || this.stack.length === 0 ? 'plain' : this.array ? 'element' : 'member')
    this.state = at.string
    return true
  }

  private startName(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    this.inKey = true
    this.name = ''
    this.nameRaw = '"'
    this.strings.start(unit, family, this.strict || this.tentative ? 'plain' : 'key')
    this.state = at.string
    return true
  }

  private inString(text: string, from: number): number {
    const index = this.strings.run(text, from)
    if (this.strings.stop === 'closed') this.endString(this.base + index, this.strings.end())
    else if (this.strings.stop === 'text') {
      this.strings.quoteIsText()
      this.replay(this.strings.lookahead.held, this.base + index)
    }
    return index
  }

  private endString(offset: number, readAhead: boolean): void {
    if (this.inKey) {
      this.nameRaw += '"'
      this.state = at.colon
    } else {
      if (this.echo.on) this.echo.put('"')
      this.sink.textEnd()
      this.endValue()
    }
    if (readAhead) this.replay(this.strings.lookahead.held, offset)
  }

  /** Reads again what was read ahead, now that it is known what it is. */
  private replay(held: string, offset: number): void {
    if (held === '') return
    const base = this.base
    const used = this.run(held, 0, offset - held.length)
    if (this.status !== 'open') this.leftover += held.slice(used)
    this.base = base
    this.strings.base = base
  }

  private inWordKey(unit: number, index: number): number {
    if (isWordUnit(unit) || unit === code.minus) {
      this.name += String.fromCharCode(unit)
      return index + 1
    }
    this.nameRaw = JSON.stringify(this.name)
    this.state = at.colon
    return index
  }

  private inBare(text: string, from: number): number {
    const index = this.bare.run(text, from)
    if (this.bare.stop === 'bad') this.fail()
    else if (this.bare.stop === 'end') this.endBare(this.base + index)
    return index
  }

  private endBare(offset: number): void {
    const raw = this.bare.raw.trimEnd()
    const { value, repair } = readBareValue(raw)
    if (repair !== undefined) this.add(repair, offset - raw.length)
    if (this.echo.on) this.echo.put(repair === undefined ? raw : JSON.stringify(value))
    this.sink.scalar(value)
    this.endValue()
  }

  private startComment(unit: number, index: number): boolean {
    this.add('comment', this.base + index)
    this.comments.start(unit)
    this.afterComment = this.state
    this.state = at.comment
    return true
  }

  private inComment(unit: number, index: number): number {
    const verdict = this.comments.push(unit)
    if (verdict === 'bad') this.fail()
    else if (verdict === 'end') this.state = this.afterComment
    return verdict === 'bad' ? index : index + 1
  }

  private blank(unit: number, index: number): void {
    if (!isJsonBlank(unit)) this.add('blank', this.base + index)
    if (!this.echo.on) return
    const raw = isJsonBlank(unit) ? String.fromCharCode(unit) : ' '
    if (this.state === at.colon) this.nameRaw += raw
    else this.echo.blank(raw)
  }

  private commit(): void {
    this.tentative = false
    for (const [kind, offset] of this.deferred) this.repairs.add(kind, offset)
    this.sink = this.newSink()
    this.sink.open(false)
  }

  private fail(): boolean {
    this.status = this.tentative ? 'prose' : 'broken'
    return false
  }
}

import { code } from './characters.ts'
import { type JsonRepairKind, type JsonRepairs, type JsonSink, silentSink } from './json-sink.ts'
import type { RepairedJson } from './repaired-json.ts'

export interface TokenizerOptions {
  /** Called once for each object, when its first key is complete. */
  sink: () => JsonSink
  repairs: JsonRepairs
  maxDepth: number
  repaired: RepairedJson
}

/**
 * `open`: more input is needed. `done`: the root object is closed. `broken`: the input cannot be read from here on. `prose`: the
 * input broke before the first key, so the brace did not open an object. `deep`: the input exceeds the depth limit. `fence`: a
 * code fence closed where a closing bracket was due.
 */
export type TokenizerStatus = 'open' | 'done' | 'broken' | 'prose' | 'deep' | 'fence'

/** The expected next token. The first four states are between tokens, the others are inside a token. */
export const at = { value: 0, key: 1, colon: 2, next: 3, string: 4, bare: 5, wordKey: 6, comment: 7 } as const

/** Tracks the open containers of an object and the grammar between its tokens. Passes values to a sink and their text to a `RepairedJson`. */
export class JsonStructure implements JsonRepairs {
  status: TokenizerStatus = 'open'
  /** True if a quote was read as text, so that the ends of strings are uncertain. */
  doubtful = false
  state: number = at.value
  /** True if the innermost open container is an array. */
  array = false
  /** True if a line break separates the last value from the current position. */
  newLine = false
  /** True while only a brace and a part of the first key were read. The brace may still be prose, and the sink does not exist yet. */
  tentative = false
  /** The current piece of input, and its offset in the entire input. */
  input = ''
  base = 0
  sink: JsonSink = silentSink
  readonly repaired: RepairedJson
  private depth = 0
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
    this.repaired = options.repaired
    this.maxDepth = options.maxDepth
  }

  /** Sets the piece of input to which the indexes of the following calls refer. */
  setInput(input: string, base: number): void {
    this.input = input
    this.base = base
  }

  /** Starts a new root object after its opening brace. */
  begin(): void {
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

  /** True if a comment precedes the first key. */
  get sawComment(): boolean {
    return this.deferred.some(([kind]) => kind === 'comment')
  }

  /** Records a repair. Repairs after a brace that may still be prose are deferred. */
  add(kind: JsonRepairKind, offset?: number): void {
    if (kind === 'unescaped_quote') this.doubtful = true
    if (!this.tentative) this.repairs.add(kind, offset)
    else if (!this.deferred.some(([known]) => known === kind)) this.deferred.push([kind, offset])
  }

  /** Opens a container. Like all methods with a boolean result, returns false if the character was not consumed. */
  open(unit: number, index: number): boolean {
    if (this.depth >= this.maxDepth) {
      this.status = 'deep'
      return false
    }
    this.array = unit === code.openArray
    this.stack.push(this.array)
    this.depth++
    this.sink.open(this.array)
    this.repaired.appendSource(this.input, index, index + 1)
    this.afterComma = false
    this.state = this.array ? at.value : at.key
    return true
  }

  close(unit: number, index: number): boolean {
    if (this.array !== (unit === code.closeArray)) return this.fail()
    if (this.tentative) this.commit()
    if (this.afterComma) this.add('trailing_comma', this.base + index)
    this.repaired.dropComma()
    this.repaired.appendSource(this.input, index, index + 1)
    this.sink.close()
    this.stack.pop()
    this.depth--
    this.array = this.stack[this.depth - 1] === true
    this.endValue()
    return true
  }

  comma(unit: number, index: number): boolean {
    if (unit === code.wideComma) this.add('punctuation', this.base + index)
    this.repaired.appendComma(this.input, index)
    this.afterComma = true
    this.state = this.array ? at.value : at.key
    return true
  }

  /** Handles a key and its colon. */
  endKey(name: string): void {
    if (this.tentative) this.commit()
    this.sink.key(name)
    this.state = at.value
  }

  /** Passes on a number, a literal or a word. */
  scalar(value: number | boolean | null | string): void {
    this.sink.scalar(value)
    this.endValue()
  }

  endValue(): void {
    this.newLine = false
    this.afterComma = false
    this.state = at.next
    if (this.depth === 0) this.status = 'done'
  }

  /** Handles one backtick of a code fence; three of them end the object. */
  tick(): boolean {
    this.ticks++
    if (this.ticks === 3) this.status = 'fence'
    return true
  }

  /** True if a code fence has begun and is followed by a different character. */
  breaksFence(unit: number): boolean {
    return this.ticks > 0 && unit !== code.backtick
  }

  fail(): boolean {
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

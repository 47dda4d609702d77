import { code, isBlank } from '../../streaming/characters.ts'
import { Tokenizer } from '../../streaming/tokenizer.ts'
import type { ActionTree } from './action-tree.ts'
import { CallText } from './call-text.ts'
import { EncodedText, probeEncoded } from './encoded-text.ts'
import { OutsideText } from './outside-text.ts'
import { ProseBuffer } from './prose-buffer.ts'
import { beginsName, beginsTag } from './reasoning-text.ts'
import type { ScanFailure, ScannerOptions } from './scan-types.ts'

/** States of the scanner. */
const mode = { prose: 0, outside: 1, object: 2, probe: 3, encoded: 4, quote: 5, call: 6, dead: 7 } as const

const maxEncodingDepth = 2
/** Maximum number of braces that turn out to be prose. Each one costs some work, so the scanner does not search for further objects after this number. */
const maxFalseStarts = 50_000

/**
 * Finds the objects in model output. Skips the text around them, code fences and reasoning, and reads an object that is encoded as a JSON
 * string. Does not search inside reasoning, inside an object, or after a broken object.
 */
export class OutputScanner {
  /** True if the input ended after a brace, before the first key of the object was complete. */
  openBrace = false
  /** Offset of the end of the JSON string that contains the action, or -1. */
  encodedEnd = -1
  /** The calls in model-specific markup. The text from the first one on is read at the end of the input. */
  readonly calls = new CallText()
  private mode: number = mode.prose
  private stopReason: ScanFailure | undefined
  private offset = 0
  /** Text that may have to be read again as prose, and its offset. */
  private held = ''
  private heldAt = 0
  private falseStarts = 0
  private encoded: EncodedText<OutputScanner> | undefined
  private readonly prose = new ProseBuffer()
  private readonly outside: OutsideText
  private rootSeen = false
  private tree: ActionTree | undefined
  private readonly tokenizer: Tokenizer
  private readonly options: ScannerOptions
  private readonly level: number

  /** `level` is the number of JSON strings that enclose the text. */
  constructor(options: ScannerOptions, level = 0) {
    this.options = options
    this.level = level
    this.outside = new OutsideText(this.prose, options.reasoning)
    const { repairs, maxDepth, repaired } = options
    this.tokenizer = new Tokenizer({ sink: () => this.commit(), repairs, maxDepth, repaired })
  }

  /** The reason why the search ended early; undefined if it did not. */
  get failure(): ScanFailure | undefined {
    return this.outside.isAmbiguous ? 'ambiguous' : this.stopReason
  }

  feed(text: string): void {
    this.run(text, this.offset)
    this.offset += text.length
  }

  /** True while text without quotes, backslashes and control characters would only be appended to a string value. */
  get takesPlain(): boolean {
    return this.mode === mode.object && this.tokenizer.takesPlain
  }

  /** Ends the input. An open object is passed on as incomplete. */
  end(): void {
    if (this.mode === mode.call) this.readCalls()
    if (this.mode === mode.object) this.endObject()
    else this.outside.end()
    const inner = this.encoded?.scanner
    inner?.end()
    this.stopReason ??= inner?.failure
    this.openBrace ||= inner?.openBrace ?? false
    this.mode = mode.dead
  }

  private readCalls(): void {
    const actions = this.calls.convert(this.options.repairs)
    this.outside.readsCalls = false
    this.mode = mode.prose
    this.run(actions, this.calls.at)
  }

  private endObject(): void {
    this.tokenizer.end()
    if (this.tokenizer.status === 'deep' || this.tokenizer.status === 'broken') this.stop()
    else if (this.tokenizer.beforeFirstKey) this.openBrace = true
    else this.deliver(this.tokenizer.status === 'open', this.offset)
  }

  private run(text: string, base: number): void {
    let index = 0
    while (index < text.length && this.mode !== mode.dead) index = this.step(text, index, base)
  }

  private step(text: string, index: number, base: number): number {
    if (this.mode === mode.object) return this.inObject(text, index, base)
    if (this.mode === mode.prose) return this.inProse(text, index, base)
    if (this.mode === mode.encoded) return this.inEncoded(text, index, base)
    if (this.mode === mode.quote) return this.afterQuote(text, index)
    if (this.mode === mode.probe) return this.inProbe(text, index, base)
    if (this.mode === mode.call) return this.calls.read(text, index)
    return this.inOutside(text, index, base)
  }

  private inProse(text: string, from: number, base: number): number {
    const index = this.prose.read(text, from, this.rootSeen)
    if (index === text.length) return index
    this.leaveProse(text.charCodeAt(index), base + index)
    return index + 1
  }

  /** Handles a brace, a quote after an object, or the first character of a tag in the prose. */
  private leaveProse(unit: number, offset: number): void {
    const tool = unit === code.openObject && this.outside.readsCalls ? this.prose.calledTool : undefined
    if (tool !== undefined) this.startCalls(`<function=${tool}>{`, offset)
    else if (beginsTag(unit) || beginsName(unit)) {
      this.outside.startTag(String.fromCharCode(unit))
      this.mode = mode.outside
    } else if (unit === code.doubleQuote) {
      this.prose.add('"')
      this.mode = mode.quote
    } else {
      this.held = '{'
      this.heldAt = offset
      this.mode = mode.object
      this.tokenizer.beginObject()
    }
  }

  private inOutside(text: string, index: number, base: number): number {
    const end = this.outside.read(text, index, base)
    if (this.outside.isProse) this.mode = mode.prose
    const { callStart } = this.outside
    if (callStart !== '') this.startCalls(callStart, base + end - callStart.length)
    return end
  }

  private startCalls(start: string, offset: number): void {
    this.outside.callStart = ''
    this.calls.start(start, offset)
    this.mode = mode.call
  }

  private get mayBeEncoded(): boolean {
    return this.level < maxEncodingDepth && !this.rootSeen
  }

  /** A quote after an object, followed by a colon or a closing bracket, ends a string that contained the object. */
  private afterQuote(text: string, index: number): number {
    const unit = text.charCodeAt(index)
    if (isBlank(unit)) {
      this.prose.add(text.charAt(index))
      return index + 1
    }
    this.mode = mode.prose
    if (unit !== code.colon && unit !== code.closeObject && unit !== code.closeArray) return index
    this.stopReason = 'ambiguous'
    this.mode = mode.dead
    return index
  }

  private inObject(text: string, from: number, base: number): number {
    const index = this.tokenizer.run(text, from, base)
    const { status } = this.tokenizer
    if (this.tokenizer.beforeFirstKey) this.held += text.slice(from, index)
    if (status === 'prose') this.backToProse(text.charCodeAt(index))
    else if (status === 'done' || status === 'fence') this.closeObject(status === 'fence', base + index)
    else if (status !== 'open') this.stop()
    return index
  }

  /** Handles a brace that turned out to be prose. The text after it is read again, unless it follows a comment, because text in a comment is not an action. */
  private backToProse(unit: number): void {
    const { held, heldAt } = this
    if (unit === code.backslash && this.mayBeEncoded && probeEncoded(held) === 'more') {
      this.mode = mode.probe
      return
    }
    this.falseStarts++
    this.mode = this.falseStarts > maxFalseStarts ? mode.dead : mode.prose
    this.prose.add('{')
    if (this.tokenizer.sawComment) this.prose.add(held.slice(1))
    else this.run(held.slice(1), heldAt + 1)
  }

  private closeObject(cut: boolean, offset: number): void {
    const { leftover } = this.tokenizer
    this.mode = mode.prose
    this.deliver(cut, offset - leftover.length)
    if (leftover !== '') this.run(leftover, offset - leftover.length)
  }

  private stop(): void {
    this.stopReason ??= this.outside.actionSeen ? undefined : this.tokenizer.status === 'deep' ? 'deep' : 'broken'
    this.mode = mode.dead
  }

  /** Called when the first key of an object is complete. */
  private commit(): ActionTree {
    if (this.prose.fenced) this.options.repairs.add('fence', this.heldAt)
    this.outside.endProse()
    this.tree = this.options.createTree(this.outside.actionSeen)
    return this.tree
  }

  private deliver(cut: boolean, end: number): void {
    const { tree } = this
    if (!tree) return
    this.rootSeen = true
    const isOuter = this.level === 0
    const { doubtful } = this.tokenizer
    const { proseStart, fenced } = this.outside
    const object = { tree, cut, doubtful, start: isOuter ? this.heldAt : -1, end: isOuter ? end : -1, proseStart, fenced, translated: this.calls.at >= 0 }
    if (this.options.addObject(object)) this.outside.actionSeen = true
    this.tree = undefined
  }

  private inProbe(text: string, index: number, base: number): number {
    const { held, heldAt } = this
    const next = held + text.charAt(index)
    const verdict = probeEncoded(next)
    if (verdict === 'none') {
      this.mode = mode.prose
      this.prose.add('{')
      this.run(held.slice(1), heldAt + 1)
      return index
    }
    this.held = next
    if (verdict === 'encoded') this.beginEncoded(next, base + index)
    return index + 1
  }

  private beginEncoded(start: string, offset: number): void {
    this.options.repairs.add('double_encoded', offset)
    this.encoded = new EncodedText(new OutputScanner(this.options, this.level + 1), this.options.repairs)
    this.encoded.run(start, 0)
    this.mode = mode.encoded
  }

  private inEncoded(text: string, from: number, base: number): number {
    const index = this.encoded?.run(text, from) ?? text.length
    if (!this.encoded?.closed) return index
    this.encodedEnd = base + index
    this.mode = mode.dead
    return index
  }
}

import { code, isBlank } from '../../streaming/characters.ts'
import { Tokenizer } from '../../streaming/tokenizer.ts'
import type { ActionTree } from './action-tree.ts'
import { EncodedText, probeEncoded } from './encoded-text.ts'
import { mode, OutsideText } from './outside-text.ts'
import { beginsTag } from './reasoning-tags.ts'
import type { ScannerHandlers } from './scan-types.ts'

const maxEncodingDepth = 2
/** Braces that turned out to be prose, after which no further ones are looked at: each costs a little. */
const maxFalseStarts = 50_000

/**
 * Finds the objects in model output: text around them, code fences and reasoning tags are stepped over, an object given as one
 * JSON string is read inside. Nothing is looked for inside reasoning, inside an object, or after an object that broke.
 */
export class OutputScanner extends OutsideText {
  /** The input ended behind a brace, before its first key was whole. */
  openBrace = false
  private offset = 0
  private heldAt = 0
  private falseStarts = 0
  private rootSeen = false
  private fenced = false
  private tree: ActionTree | undefined
  private readonly tokenizer: Tokenizer
  private readonly level: number
  private inner: OutputScanner | undefined
  private encoded: EncodedText | undefined

  constructor(hooks: ScannerHandlers, level = 0) {
    super(hooks)
    this.level = level
    const { repairs, maxDepth, echo } = hooks
    this.tokenizer = new Tokenizer({ sink: () => this.commit(), repairs, maxDepth, echo })
  }

  feed(text: string): void {
    this.run(text, this.offset)
    this.offset += text.length
  }

  /** True while text without quotes, backslashes and control characters would only add to a string value. */
  get takesPlain(): boolean {
    return this.mode === mode.root && this.tokenizer.takesPlain
  }

  /** The input ends here: an open object is handed over as cut. */
  end(): void {
    if (this.mode === mode.root) this.endRoot()
    else if (this.mode === mode.thinkTag) this.hooks.reasoning.put(this.held)
    this.inner?.end()
    if (this.inner) this.adopt(this.inner)
    this.mode = mode.dead
  }

  private endRoot(): void {
    this.tokenizer.end()
    if (this.tokenizer.status === 'deep' || this.tokenizer.status === 'broken') this.stopped()
    else if (this.tokenizer.beforeFirstKey) this.openBrace = true
    else this.deliver(this.tokenizer.status === 'open', this.offset)
  }

  private run(text: string, base: number): void {
    let index = 0
    while (index < text.length && this.mode !== mode.dead) index = this.step(text, index, base)
  }

  private step(text: string, index: number, base: number): number {
    if (this.mode === mode.root) return this.inRoot(text, index, base)
    if (this.mode === mode.prose) return this.inProse(text, index, base)
    if (this.mode === mode.think) return this.inThink(text, index)
    if (this.mode === mode.inner) return this.inEncoded(text, index)
    if (this.mode === mode.quote) return this.afterQuote(text, index)
    if (this.mode === mode.probe) return this.inProbe(text, index, base)
    return this.inTag(text, index, base)
  }

  private inProse(text: string, from: number, base: number): number {
    let index = from
    let unit = 0
    for (; index < text.length; index++) {
      unit = text.charCodeAt(index)
      if (unit === code.openObject || beginsTag(unit) || (unit === code.doubleQuote && (this.rootSeen || this.prose.isShort))) break
    }
    this.prose.add(text.slice(from, index))
    if (index === text.length) return index
    if (unit === code.doubleQuote && (this.rootSeen || !this.mayBeEncoded || !this.prose.isBlank)) {
      this.prose.add('"')
      if (this.rootSeen) this.mode = mode.quote
      return index + 1
    }
    this.held = text.charAt(index)
    this.heldAt = base + index
    this.mode = beginsTag(unit) ? mode.tag : unit === code.doubleQuote ? mode.probe : mode.root
    if (this.mode === mode.root) this.tokenizer.beginObject()
    return index + 1
  }

  private get mayBeEncoded(): boolean {
    return this.level < maxEncodingDepth && !this.rootSeen
  }

  /** A quote after an object, with a colon or closer behind it, is the end of a string that the object was cut out of. */
  private afterQuote(text: string, index: number): number {
    const unit = text.charCodeAt(index)
    if (isBlank(unit)) return index + 1
    this.mode = mode.prose
    if (unit !== code.colon && unit !== code.closeObject && unit !== code.closeArray) return index
    this.failure = 'ambiguous'
    this.mode = mode.dead
    return index
  }

  private inRoot(text: string, from: number, base: number): number {
    const index = this.tokenizer.run(text, from, base)
    const { status } = this.tokenizer
    if (this.tokenizer.beforeFirstKey && status !== 'deep') this.held += text.slice(from, index)
    if (status === 'prose') this.backToProse(text.charCodeAt(index))
    else if (status === 'done' || status === 'fence') this.closeRoot(status === 'fence', base + index)
    else if (status !== 'open') this.stopped()
    return index
  }

  /** The brace was prose. What came after it is read again, except behind a comment: nothing in one is an action. */
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

  private closeRoot(cut: boolean, offset: number): void {
    const { leftover } = this.tokenizer
    this.mode = mode.prose
    this.deliver(cut, offset - leftover.length)
    if (leftover !== '') this.run(leftover, offset - leftover.length)
  }

  private stopped(): void {
    this.failure ??= this.actionSeen ? undefined : this.tokenizer.status === 'deep' ? 'deep' : 'broken'
    this.mode = mode.dead
  }

  /** The first key of an object is whole: prose before a fenced block counts as reasoning when there is no other. */
  private commit(): ActionTree {
    if (this.prose.fenced) this.hooks.repairs.add('fence', this.heldAt)
    if (!this.actionSeen) {
      this.fenced = this.prose.fenced
      const before = this.prose.take()
      if (this.fenced && !this.hooks.reasoning.started) this.hooks.reasoning.put(before)
    }
    this.tree = this.hooks.tree(this.actionSeen)
    return this.tree
  }

  private deliver(cut: boolean, end: number): void {
    const { tree } = this
    if (!tree) return
    this.rootSeen = true
    const outer = this.level === 0
    const { doubtful } = this.tokenizer
    const root = { tree, cut, doubtful, start: outer ? this.heldAt : -1, end: outer ? end : -1, proseStart: this.proseStart, fenced: this.fenced }
    if (this.hooks.root(root)) this.actionSeen = true
    this.tree = undefined
  }

  private inProbe(text: string, index: number, base: number): number {
    const next = this.held + text.charAt(index)
    const verdict = probeEncoded(next)
    if (verdict === 'none') return this.noEncoding(index)
    this.held = next
    if (verdict === 'encoded') this.beginEncoded(next, base + index)
    return index + 1
  }

  private noEncoding(index: number): number {
    const { held, heldAt } = this
    this.mode = mode.prose
    this.prose.add(held.charAt(0))
    this.run(held.slice(1), heldAt + 1)
    return index
  }

  private beginEncoded(start: string, offset: number): void {
    this.hooks.repairs.add('double_encoded', offset)
    this.inner = new OutputScanner(this.hooks, this.level + 1)
    this.encoded = new EncodedText(this.inner, this.hooks.repairs)
    this.encoded.run(start, start.startsWith('"') ? 1 : 0)
    this.mode = mode.inner
  }

  private inEncoded(text: string, from: number): number {
    const index = this.encoded?.run(text, from) ?? text.length
    if (this.encoded?.closed) this.mode = mode.dead
    return index
  }

  private adopt(inner: OutputScanner): void {
    this.failure ??= inner.failure
    this.openBrace ||= inner.openBrace
  }
}

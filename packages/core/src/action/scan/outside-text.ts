import { callMark } from '../markup/call-marks.ts'
import type { ProseBuffer } from './prose-buffer.ts'
import { beginsName, beginsTag, type ReasoningText, type TagKind, tagKind } from './reasoning-text.ts'

const mode = { prose: 0, tag: 1, reasoning: 2, reasoningTag: 3 } as const

/** Reads reasoning tags and the reasoning between them, in which no action is searched for. */
export class OutsideText {
  /** True if an action was found in the preceding text. */
  actionSeen = false
  /** True if a closing tag without an opening one followed an action, so the action may have been part of the reasoning. */
  isAmbiguous = false
  /** The offset after the last reasoning block that preceded an action. */
  proseStart = 0
  /** True if the first object after the text is in a code fence. */
  fenced = false
  /** True if calls in model-specific markup are recognized. */
  readsCalls = true
  /** The mark of such a call and the first character after it, once they were read. */
  callStart = ''
  private mode: number = mode.prose
  private held = ''
  /** True if a channel tag opened the current reasoning. */
  private inChannel = false
  /** True if the tag of the channel was missing, in which case its end tag may be missing too. */
  private isBare = false
  private readonly prose: ProseBuffer
  private readonly reasoning: ReasoningText

  constructor(prose: ProseBuffer, reasoning: ReasoningText) {
    this.prose = prose
    this.reasoning = reasoning
  }

  /** True while neither a tag nor reasoning is being read. */
  get isProse(): boolean {
    return this.mode === mode.prose
  }

  /** Starts reading a possible tag at its first character. */
  startTag(character: string): void {
    this.held = character
    this.mode = mode.tag
  }

  /** Continues inside a tag or reasoning and returns the index at which it stopped. */
  read(text: string, index: number, base: number): number {
    return this.mode === mode.reasoning ? this.inReasoning(text, index) : this.inTag(text, index, base)
  }

  /** Ends the prose before an object, unless an action was found. Prose before a fenced object counts as reasoning if there is no other reasoning. */
  endProse(): void {
    if (this.actionSeen) return
    this.fenced = this.prose.fenced
    const before = this.prose.take()
    if (this.fenced && !this.reasoning.started) this.reasoning.put(before)
  }

  /** Ends the input. An incomplete tag inside reasoning becomes part of the reasoning. */
  end(): void {
    if (this.mode === mode.reasoningTag) this.reasoning.put(this.held)
  }

  private inReasoning(text: string, from: number): number {
    let end = from
    while (end < text.length && !this.mayEnd(text.charCodeAt(end))) end++
    this.reasoning.put(text.slice(from, end))
    if (end === text.length) return end
    this.held = text.charAt(end)
    this.mode = mode.reasoningTag
    return end + 1
  }

  private mayEnd(unit: number): boolean {
    return beginsTag(unit) || (this.isBare && beginsName(unit))
  }

  private inTag(text: string, index: number, base: number): number {
    const read = this.held + text.charAt(index)
    const call = this.readsCalls && this.mode === mode.tag ? callMark(read) : 'none'
    const kind = tagKind(read, this.mode === mode.reasoningTag && this.inChannel)
    if (kind === 'none' && call === 'none') return this.noTag(index)
    this.held = read
    if (call === 'call') return this.startCall(index)
    if (kind === 'none') return index + 1
    if (kind !== 'partial') this.endTag(kind, base + index + 1)
    // Reasoning begins directly after a bare name.
    return kind === 'bare' ? index : index + 1
  }

  private startCall(index: number): number {
    this.callStart = this.held
    this.mode = mode.prose
    return index + 1
  }

  private noTag(index: number): number {
    if (this.mode === mode.tag) this.prose.add(this.held)
    else this.reasoning.put(this.held)
    this.mode = this.mode === mode.tag ? mode.prose : mode.reasoning
    return index
  }

  private endTag(kind: Exclude<TagKind, 'partial' | 'none'>, offset: number): void {
    if (this.mode === mode.reasoningTag) this.tagInReasoning(kind)
    else this.tagInProse(kind)
    if (!this.actionSeen) this.proseStart = offset
    this.mode = kind === 'close' ? mode.prose : mode.reasoning
  }

  private tagInReasoning(kind: TagKind): void {
    if (kind !== 'close' && kind !== 'header') this.reasoning.put(this.held)
  }

  private tagInProse(kind: TagKind): void {
    this.isBare = kind === 'bare'
    this.inChannel = kind === 'channel' || this.isBare
    if (kind === 'close') this.strayEnd()
    else this.reasoning.nextBlock()
  }

  /**
   * Handles a closing tag whose opening tag is missing (some prompt templates contain it) or belongs to nested reasoning: the text before
   * it was reasoning too.
   */
  private strayEnd(): void {
    if (this.actionSeen) this.isAmbiguous = true
    else this.reasoning.put(this.prose.take())
  }
}

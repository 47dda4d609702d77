import { ProseBuffer } from './prose-buffer.ts'
import { beginsTag, type TagKind, tagKind } from './reasoning-tags.ts'
import type { ScanFailure, ScannerHandlers } from './scan-types.ts'

/** What a scanner is inside of. */
export const mode = { prose: 0, tag: 1, think: 2, thinkTag: 3, root: 4, probe: 5, inner: 6, dead: 7, quote: 8 } as const

/** The text outside objects: prose, and reasoning between its tags. Nothing is looked for inside reasoning. */
export class OutsideText {
  protected mode: number = mode.prose
  protected held = ''
  protected actionSeen = false
  protected proseStart = 0
  /** The reasoning at hand was opened by a channel. */
  private inChannel = false
  failure: ScanFailure | undefined
  protected readonly prose = new ProseBuffer()
  protected readonly hooks: ScannerHandlers

  constructor(hooks: ScannerHandlers) {
    this.hooks = hooks
  }

  /** Inside what may be a tag, in prose or in reasoning. */
  protected inTag(text: string, index: number, base: number): number {
    const kind = tagKind(this.held + text.charAt(index), this.mode === mode.thinkTag && this.inChannel)
    if (kind === 'none') return this.noTag(index)
    this.held += text.charAt(index)
    if (kind !== 'partial') this.tag(kind, base + index + 1)
    return index + 1
  }

  protected inThink(text: string, from: number): number {
    let end = from
    while (end < text.length && !beginsTag(text.charCodeAt(end))) end++
    if (end > from) this.hooks.reasoning.put(text.slice(from, end))
    if (end === text.length) return end
    this.held = text.charAt(end)
    this.mode = mode.thinkTag
    return end + 1
  }

  private noTag(index: number): number {
    if (this.mode === mode.tag) this.prose.add(this.held)
    else this.hooks.reasoning.put(this.held)
    this.mode = this.mode === mode.tag ? mode.prose : mode.think
    return index
  }

  private tag(kind: Exclude<TagKind, 'partial' | 'none'>, offset: number): void {
    const thinking = this.mode === mode.thinkTag
    if (!thinking) this.inChannel = kind === 'channel'
    if (thinking && kind !== 'close') this.hooks.reasoning.put(this.held)
    else if (!thinking && kind === 'close') this.strayEnd()
    else if (!thinking) this.hooks.reasoning.nextBlock()
    if (kind === 'close' && !this.actionSeen) this.proseStart = offset
    this.mode = kind === 'close' ? mode.prose : mode.think
  }

  /** Reasoning whose opening tag the prompt template swallowed, or that had another inside. An action before it may have been a thought of it. */
  private strayEnd(): void {
    if (this.actionSeen) this.failure = 'ambiguous'
    else this.hooks.reasoning.put(this.prose.take())
  }
}

import { ProseBuffer } from './prose-buffer.ts'
import type { ScannerHooks } from './scan-types.ts'
import { tagKind } from './think-tag.ts'

/** What a scanner is inside of. */
export const mode = { prose: 0, tag: 1, think: 2, thinkTag: 3, root: 4, probe: 5, inner: 6, dead: 7, quote: 8 } as const

/** The text outside objects: prose, and reasoning between its tags. Nothing is looked for inside reasoning. */
export class OutsideText {
  protected mode: number = mode.prose
  protected held = ''
  protected actionSeen = false
  protected proseStart = 0
  /** Reasoning ended after an action, where none had begun. */
  protected strayClose = false
  protected readonly prose = new ProseBuffer()
  protected readonly hooks: ScannerHooks

  constructor(hooks: ScannerHooks) {
    this.hooks = hooks
  }

  /** Inside what may be a tag, in prose or in reasoning. */
  protected inTag(text: string, index: number, base: number): number {
    const kind = tagKind(this.held + text.charAt(index))
    if (kind === 'none') return this.noTag(index)
    this.held += text.charAt(index)
    if (kind !== 'partial') this.tag(kind, base + index + 1)
    return index + 1
  }

  protected inThink(text: string, from: number): number {
    const found = text.indexOf('<', from)
    const end = found === -1 ? text.length : found
    if (end > from) this.hooks.reasoning.put(text.slice(from, end))
    if (found === -1) return end
    this.held = '<'
    this.mode = mode.thinkTag
    return end + 1
  }

  private noTag(index: number): number {
    if (this.mode === mode.tag) this.prose.add(this.held)
    else this.hooks.reasoning.put(this.held)
    this.mode = this.mode === mode.tag ? mode.prose : mode.think
    return index
  }

  private tag(kind: 'open' | 'close', offset: number): void {
    const thinking = this.mode === mode.thinkTag
    if (thinking && kind === 'open') this.hooks.reasoning.put(this.held)
    else if (!thinking && kind === 'close') this.strayEnd()
    else if (!thinking) this.hooks.reasoning.nextBlock()
    if (kind === 'close' && !this.actionSeen) this.proseStart = offset
    this.mode = kind === 'open' ? mode.think : mode.prose
  }

  /** Reasoning whose opening tag the prompt template swallowed. After an action it makes clear that there are two readings. */
  private strayEnd(): void {
    if (this.actionSeen) this.strayClose = true
    else this.hooks.reasoning.put(this.prose.take())
  }
}

import { SurrogatePairBuffer } from '../../json/utf8.ts'

const angle = /^<\s*(\/?)\s*(?:think|thinking|thought|reasoning|antThinking|seed:think)\s*>$/i
const angleBegun = /^<\s*\/?\s*[a-z:]*\s*$/i
const maxTagLength = 24
/** Reasoning tags in other brackets, and the channel tags of gpt-oss models. */
const channel = '<|channel|>analysis<|message|>'
const opening = ['[THINK]', '◁think▷', channel]
const closing = ['[/THINK]', '◁/think▷']
/** A channel ends where the next message or channel starts. */
const channelEnds = ['<|end|>', '<|start|>', '<|return|>', '<|call|>', '<|channel|>final', '<|channel|>commentary']

/** The kind of a text that may be a reasoning tag: an opening or closing tag, a tag that opens a channel, a part of a tag, or no tag. */
export type TagKind = 'open' | 'close' | 'channel' | 'partial' | 'none'

/** True for the first character of a reasoning tag. */
export function beginsTag(unit: number): boolean {
  return unit === 60 || unit === 91 || unit === 0x25c1
}

/** Classifies a text that starts like a tag. `inChannel`: a channel tag opened the reasoning, so only the end of a channel closes it. */
export function tagKind(text: string, inChannel: boolean): TagKind {
  if (text === channel) return 'channel'
  const ends = inChannel ? channelEnds : closing
  if (ends.includes(text)) return 'close'
  if (opening.includes(text)) return 'open'
  if (begins(opening, text) || begins(ends, text)) return 'partial'
  return inChannel ? 'none' : angleKind(text)
}

function angleKind(text: string): TagKind {
  const match = angle.exec(text)
  if (match) return match[1] === '/' ? 'close' : 'open'
  return text.length <= maxTagLength && angleBegun.test(text) ? 'partial' : 'none'
}

function begins(tags: readonly string[], text: string): boolean {
  return tags.some((tag) => tag.startsWith(text))
}

/** Passes on reasoning in pieces, without the white space at both ends. */
export class ReasoningText {
  /** True once a character that is not white space was passed on. */
  started = false
  private blank = ''
  private readonly pairs = new SurrogatePairBuffer()
  private readonly emit: (text: string) => void

  constructor(emit: (text: string) => void) {
    this.emit = emit
  }

  put(piece: string): void {
    const whole = this.pairs.take(piece).toWellFormed()
    const text = this.started ? whole : whole.trimStart()
    const kept = text.trimEnd()
    if (kept === '') {
      if (this.started) this.blank += text
      return
    }
    this.emit(this.blank + kept)
    this.started = true
    this.blank = text.slice(kept.length)
  }

  /** Starts a further block of reasoning on a new line. */
  nextBlock(): void {
    this.pairs.pending = ''
    if (this.started) this.blank = '\n'
  }
}

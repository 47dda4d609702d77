import { SurrogatePairBuffer } from '../../json/utf8.ts'

const angle = /^<\|?\s*(\/?)\s*\|?(?:think|thinking|thoughts?|reason|reasoning|reflection|analysis|(?:reasoning_)?scratch_?pad|antThinking|seed:think)\s*\|?>$/i
const angleBegun = /^<\|?\s*\/?\s*\|?[a-z:_]*\s*\|?$/i
const maxTagLength = 24
/** The tags that open the reasoning channels of gpt-oss models and of Gemma 4. */
const channels = ['<|channel|>analysis', '<|channel>']
/** Separates the name of a channel from its text. */
const header = '<|message|>'
/** Reasoning tags in other brackets. */
const opening = ['[THINK]', '◁think▷', '<|START_THINKING|>', '<|channel|>analysis', '<|channel>']
const closing = ['[/THINK]', '◁/think▷', '<|END_THINKING|>', '<channel|>']
/** Tags that end a channel by starting the next message or channel. The last two are such tags without their special tokens. */
const channelEnds = [
  '<|end|>',
  '<|start|>',
  '<|return|>',
  '<|call|>',
  '<|channel|>final',
  '<|channel|>commentary',
  '<channel|>',
  'assistantfinal',
  'assistantcommentary',
]
/** The first word of an output whose special tokens were removed, or that starts inside a channel opened by the prompt. */
const names = ['analysis', 'thought']
const bareName = /^(?:analysis[^:]|thought[\r\n])$/

/**
 * The classification of a text that may be a reasoning tag: an opening or closing tag, a tag that opens a channel, the bare name of a
 * channel and the character after it, the header of a channel, an incomplete tag, or no tag.
 */
export type TagKind = 'open' | 'close' | 'channel' | 'bare' | 'header' | 'partial' | 'none'

/** True for the first character of a reasoning tag. */
export function beginsTag(unit: number): boolean {
  return unit === 60 || unit === 91 || unit === 0x25c1
}

/** True for the first character of the bare name of a channel, which may be the beginning of an output. */
export function beginsName(unit: number): boolean {
  return unit === 97 || unit === 116
}

/** Classifies a text that starts like a tag. With `inChannel`, a channel tag opened the reasoning, so only the end of a channel closes it. */
export function tagKind(text: string, inChannel: boolean): TagKind {
  if (channels.includes(text)) return 'channel'
  const ends = inChannel ? channelEnds : closing
  if (ends.includes(text)) return 'close'
  if (opening.includes(text)) return 'open'
  if (inChannel && text === header) return 'header'
  if (begins(opening, text) || begins(ends, text) || (inChannel && header.startsWith(text))) return 'partial'
  if (inChannel) return 'none'
  if (beginsName(text.charCodeAt(0))) return bareName.test(text) ? 'bare' : begins(names, text) ? 'partial' : 'none'
  return angleKind(text)
}

function angleKind(text: string): TagKind {
  const match = angle.exec(text)
  if (match) return match[1] === '/' ? 'close' : 'open'
  return text.length <= maxTagLength && angleBegun.test(text) ? 'partial' : 'none'
}

function begins(tags: readonly string[], text: string): boolean {
  return tags.some((tag) => tag.startsWith(text))
}

/** Emits reasoning in pieces, without leading and trailing white space. */
export class ReasoningText {
  /** True after a character other than white space was emitted. */
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

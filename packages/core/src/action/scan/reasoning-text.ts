import { SurrogatePairBuffer } from '../../json/utf8.ts'

/** Matches reasoning tags in angle brackets, such as `<think>`, `</seed:think>`, `<|end_of_thought|>` and `<inner_monologue>`, also with attributes. */
const angle =
  /^<\|?\s*(\/|end_)?\s*\|?(?:[a-z]+:)?(?:[a-z]+[_-]){0,2}(?:(?:ant)?think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratch_?pad|monologue)(?:_process|_content)?(?:\s[^<>{]*)?\|?>$/i
const angleBegun = /^<\|?\s*\/?\s*\|?[a-z:_-]*(?:\s[^<>{]*)?\|?$/i
const maxTagLength = 40
/** The tags that open the reasoning channels of gpt-oss models and of Gemma 4, and a reasoning message in ChatML. */
const channels = ['<|channel|>analysis', '<|channel>', '<|im_start|>think']
/** Separates the name of a channel from its text. */
const header = '<|message|>'
/** Reasoning tags in other brackets. */
const opening = ['[THINK]', '◁think▷', ...channels]
const closing = ['[/THINK]', '◁/think▷', '<channel|>']
/** Tags that end a channel by starting the next message or channel. Those without a bracket are such tags without their special tokens. */
const channelEnds = [
  '<|end|>',
  '<|im_end|>',
  '<|start|>',
  '<|return|>',
  '<|call|>',
  '<|channel|>final',
  '<|channel|>commentary',
  '<channel|>',
  'assistantfinal',
  'assistantcommentary',
  'assistantcontent',
  'Here is my response:',
]
/** The beginning of an output whose special tokens were removed, or that starts inside a channel opened by the prompt. Granite models write a sentence. */
const names = ['analysis', 'assistantanalysis', 'thought', 'think', 'Here is my thought process:']
const bareName = /^(?:analysis[^:]|assistantanalysis.|thought[\r\n]|think[\r\nA-Z]|Here is my thought process:.)$/s

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
  return unit === 97 || unit === 116 || unit === 72
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
  if (match) return match[1] ? 'close' : 'open'
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
      this.blank += text
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

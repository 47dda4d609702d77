const angle = /^<\s*(\/?)\s*(?:think|thinking|thought|reasoning|antThinking|seed:think)\s*>$/i
const angleBegun = /^<\s*\/?\s*[a-z:]*\s*$/i
const maxTagLength = 24
/** Reasoning in other brackets, and in the channel of a model that speaks in channels (gpt-oss). */
const channel = '<|channel|>analysis<|message|>'
const opening = ['[THINK]', '◁think▷', channel]
const closing = ['[/THINK]', '◁/think▷']
/** A channel ends where the next message or channel begins. */
const channelEnds = ['<|end|>', '<|start|>', '<|return|>', '<|call|>', '<|channel|>final', '<|channel|>commentary']

/** What a piece of text that may begin a reasoning tag is: one that opens or closes, one that opens a channel, the beginning of one, or none. */
export type TagKind = 'open' | 'close' | 'channel' | 'partial' | 'none'

/** True for a character that a reasoning tag begins with. */
export function beginsTag(unit: number): boolean {
  return unit === 60 || unit === 91 || unit === 0x25c1
}

/** Classifies a text that begins as a tag may. `inChannel`: reasoning was opened by a channel, and only what ends that closes it. */
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

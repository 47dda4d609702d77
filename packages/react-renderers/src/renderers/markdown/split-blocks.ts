/** One piece of a markdown text that parses on its own; `at` is its offset, stable while text is added behind it. */
export interface MarkdownBlock {
  at: number
  text: string
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const GOES_ON = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/
/** What the end of a text may still become. */
const HALF_ITEM = /^(?:[-*+]|\d{1,9}[.)]?)$/

/**
 * Cuts a text at blank lines between top-level blocks, so that only the last block is parsed again while text is added.
 * A text with link or footnote definitions stays whole: they hold for all of it.
 */
export function splitBlocks(text: string): MarkdownBlock[] {
  if (DEFINITION.test(text)) return [{ at: 0, text }]
  const blocks: MarkdownBlock[] = []
  let start = 0
  let at = 0
  let fence: string | undefined
  let blank = false
  let list = false
  for (const line of text.split('\n')) {
    const half = at + line.length === text.length && HALF_ITEM.test(line)
    if (blank && fence === undefined && line.trim() !== '' && !(list && (half || GOES_ON.test(line))) && !/^\s/.test(line)) {
      blocks.push({ at: start, text: text.slice(start, at) })
      start = at
      list = false
    }
    if (at === start) list = LIST_ITEM.test(line)
    fence = fenceAfter(line, fence)
    blank = line.trim() === ''
    at += line.length + 1
  }
  if (start < text.length) blocks.push({ at: start, text: text.slice(start) })
  return blocks
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const found = FENCE.exec(line)?.[1]
  if (found === undefined) return open
  if (open === undefined) return found
  return found.startsWith(open) && line.trim() === found ? undefined : open
}

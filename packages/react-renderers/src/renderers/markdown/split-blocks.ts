import { fenceAfter } from './fences.ts'

/** One piece of a markdown text that parses on its own; `at` is its offset, stable while text is added behind it. */
export interface MarkdownBlock {
  at: number
  text: string
}

const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const GOES_ON = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/
/** What the end of a text may still become. */
const HALF_ITEM = /^(?:[-*+]|\d{1,9}[.)]?)$/
/** Notes are numbered and listed over everything that mentions them. */
const NOTE = /\[\^/
/** An element may begin in one paragraph and end in another. */
const ELEMENT = /<[a-z!/?]/i

interface Cut {
  start: number
  fence: string | undefined
  blank: boolean
  list: boolean
  whole: boolean
}

/**
 * Cuts a text at blank lines between top-level blocks, so that only the last block is parsed again while text is added.
 * From the first mention of a footnote on it stays whole, with `html` also from the first element on.
 */
export function splitBlocks(text: string, { html = false }: { html?: boolean } = {}): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const now: Cut = { start: 0, fence: undefined, blank: false, list: false, whole: false }
  let at = 0
  for (const line of text.split('\n')) {
    if (begins(line, now, at + line.length === text.length)) {
      blocks.push({ at: now.start, text: text.slice(now.start, at) })
      now.start = at
      now.list = false
    }
    if (at === now.start) now.list = LIST_ITEM.test(line)
    now.fence = fenceAfter(line, now.fence)
    now.whole ||= now.fence === undefined && (NOTE.test(line) || (html && ELEMENT.test(line)))
    now.blank = line.trim() === ''
    at += line.length + 1
  }
  if (now.start < text.length) blocks.push({ at: now.start, text: text.slice(now.start) })
  return blocks
}

/** Whether a block begins with a line; the last line may still become more. */
function begins(line: string, { fence, blank, list, whole }: Cut, last: boolean): boolean {
  if (!blank || whole || fence !== undefined || line.trim() === '' || /^\s/.test(line)) return false
  return !(list && ((last && HALF_ITEM.test(line)) || GOES_ON.test(line)))
}

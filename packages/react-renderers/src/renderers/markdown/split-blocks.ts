import { endsInCode, fenceAfter, fenceAt, type OpenFence } from './fences.ts'

/** A part of a Markdown text that can be parsed separately. `at` is its offset, which does not change while text is appended. */
export interface MarkdownBlock {
  at: number
  text: string
}

const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const CONTINUATION = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/
/** An incomplete list marker at the end of a text. */
const PARTIAL_ITEM = /^(?:[-*+]|\d{1,9}[.)]?)$/
/** Footnotes are numbered across the whole text. */
const FOOTNOTE = /\[\^/
/** An HTML element may span several paragraphs. */
const ELEMENT = /<[a-z!/?]/i

interface SplitState {
  start: number
  fence: OpenFence | undefined
  blank: boolean
  list: boolean
  unsplittable: boolean
}

/**
 * Splits a text at blank lines between top-level blocks, so that only the last block is parsed again while text is added. The text is not
 * split after the first mention of a footnote and, with `html`, after the first element.
 */
export function splitBlocks(text: string, { html = false }: { html?: boolean } = {}): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const now: SplitState = { start: 0, fence: undefined, blank: false, list: false, unsplittable: false }
  let at = 0
  for (const line of text.split('\n')) {
    now.fence = fenceAt(line, now.fence)
    if (startsBlock(line, now, at + line.length === text.length)) {
      blocks.push({ at: now.start, text: text.slice(now.start, at) })
      now.start = at
      now.list = false
    }
    if (at === now.start) now.list = LIST_ITEM.test(line)
    now.fence = fenceAfter(line, now.fence)
    now.unsplittable ||= now.fence === undefined && (FOOTNOTE.test(line) || (html && ELEMENT.test(line)))
    now.blank = line.trim() === ''
    at += line.length + 1
  }
  if (now.start < text.length) blocks.push({ at: now.start, text: text.slice(now.start) })
  return blocks
}

/** True if a block starts with a line. The last line may be incomplete. */
function startsBlock(line: string, { fence, blank, list, unsplittable }: SplitState, last: boolean): boolean {
  if (!blank || unsplittable || fence !== undefined || line.trim() === '' || /^\s/.test(line)) return false
  return !(list && ((last && PARTIAL_ITEM.test(line)) || CONTINUATION.test(line)))
}

/** Link reference definitions, by their lower-case label. */
export type LinkDefinitions = ReadonlyMap<string, string>

const DEFINITION = /^ {0,3}\[(?!\^)([^\]\n]{1,100})\]:\s*\S/
const MAX_DEFINITIONS = 50

/** Collects the link reference definitions of a text, because its blocks are parsed separately. */
export function findLinkDefinitions(text: string): LinkDefinitions {
  const found = new Map<string, string>()
  if (!text.includes(']:')) return found
  let fence: OpenFence | undefined
  for (const line of text.split('\n')) {
    const [, name] = (fence === undefined && DEFINITION.exec(line)) || []
    fence = fenceAfter(line, fence)
    if (name !== undefined && found.size < MAX_DEFINITIONS && line.length < 2_000) found.set(name.toLowerCase(), found.get(name.toLowerCase()) ?? line)
  }
  return found
}

/** Appends the definitions that a block uses. Blocks with an open fence are left unchanged. */
export function withLinkDefinitions(block: string, definitions: LinkDefinitions): string {
  if (definitions.size === 0 || !block.includes('[') || endsInCode(block)) return block
  const lower = block.toLowerCase()
  const used = [...definitions].filter(([name]) => lower.includes(`[${name}]`)).map(([, line]) => line)
  return used.length === 0 ? block : `${block}\n\n${used.join('\n')}`
}

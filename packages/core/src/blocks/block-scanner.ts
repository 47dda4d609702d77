import { requireText } from '../errors/require-text.ts'
import type { BlockContractReason } from './block-stages.ts'
import { type BlockStage, blockStages, isStage } from './block-stages.ts'
import { type BlockTag, blockTags } from './block-tags.ts'

/** Takes text of a block as soon as nothing that follows can change it; never empty, always well-formed. */
export type BlockSink = (block: 'artifact' | 'user', text: string) => void

/** A tag, or where the text ends inside what may become one. */
type Found = { readonly index: number; readonly tag: BlockTag; readonly end: number } | { readonly index: number; readonly tag?: never }

/**
 * The one reader of replies in blocks, behind the filter and the parser. All four tags count everywhere, there is no way back from a
 * broken contract, and what it holds is never longer than a tag and the line break before it.
 */
export class BlockScanner {
  readonly #tags: readonly (readonly [BlockTag, string])[]
  readonly #sink: BlockSink
  #stage: BlockStage = 'before'
  #broken: BlockContractReason | undefined
  #held = ''
  /** True between an open tag and what follows it: one line break there belongs to the tag. */
  #atEdge = false

  constructor(nonce: string, sink: BlockSink) {
    this.#tags = Object.entries(blockTags(nonce)) as [BlockTag, string][]
    this.#sink = sink
  }

  /** The block being read; undefined outside the blocks and behind a fault. */
  get block(): 'artifact' | 'user' | undefined {
    return this.#broken === undefined ? blockStages[this.#stage].block : undefined
  }

  /** The fault that what was fed so far cannot lose any more. */
  get reason(): BlockContractReason | undefined {
    return this.#broken
  }

  /** Characters that wait for what follows them. */
  get waiting(): number {
    return this.#held.length
  }

  feed(chunk: string): void {
    requireText(chunk, 'A piece of a reply')
    const text = this.#held + chunk
    this.#held = ''
    for (let at = 0; at < text.length && this.#broken === undefined; ) {
      const block = this.block
      at = block === undefined ? this.#readOutside(text, at) : this.#readInside(block, text, at)
    }
  }

  /** Ends the reply and says what is wrong with it; what was held is no text of a closed block and goes. */
  end(): BlockContractReason | undefined {
    this.#broken ??= blockStages[this.#stage].end ?? (this.#held === '' ? undefined : 'text_outside')
    this.#held = ''
    return this.#broken
  }

  #readOutside(text: string, from: number): number {
    const index = nextInk(text, from)
    if (index === text.length) return index
    const found = this.#tagAt(text, index)
    if (found === undefined) {
      this.#broken = 'text_outside'
      return text.length
    }
    return this.#pass(found, text, index)
  }

  #readInside(block: 'artifact' | 'user', text: string, from: number): number {
    const start = this.#atEdge ? this.#skipEdge(text, from) : from
    if (start === undefined) return this.#hold(text, from)
    const found = this.#findTag(text, start)
    const end = found ? startOfBreak(text, start, found.index) : endOfCertain(text, start)
    if (end > start) this.#sink(block, text.slice(start, end).toWellFormed())
    return this.#pass(found, text, end)
  }

  /** The place behind the line break that belongs to an open tag; undefined while half of it may be missing. */
  #skipEdge(text: string, from: number): number | undefined {
    if (text[from] === '\r' && from + 1 === text.length) return undefined
    this.#atEdge = false
    if (text.startsWith('\r\n', from)) return from + 2
    return text[from] === '\n' ? from + 1 : from
  }

  #findTag(text: string, from: number): Found | undefined {
    for (let index = text.indexOf('[', from); index >= 0; index = text.indexOf('[', index + 1)) {
      const found = this.#tagAt(text, index)
      if (found !== undefined) return found
    }
    return undefined
  }

  #tagAt(text: string, index: number): Found | undefined {
    for (const [tag, name] of this.#tags) {
      if (text.startsWith(name, index)) return { index, tag, end: index + name.length }
      if (text.length - index < name.length && name.startsWith(text.slice(index))) return { index }
    }
    return undefined
  }

  /** Goes through a tag, or holds what is not certain yet. */
  #pass(found: Found | undefined, text: string, uncertain: number): number {
    if (found?.tag === undefined) return this.#hold(text, uncertain)
    const step = blockStages[this.#stage].tags[found.tag]
    if (isStage(step)) this.#stage = step
    else this.#broken = step
    this.#atEdge = true
    return found.end
  }

  #hold(text: string, from: number): number {
    this.#held = text.slice(from)
    return text.length
  }
}

const ink = /\S/g

/** The next character that is no white space, or the end. */
function nextInk(text: string, from: number): number {
  ink.lastIndex = from
  return ink.exec(text)?.index ?? text.length
}

/** Where the line break before `end` begins, no earlier than `from`; `end` where there is none. */
export function startOfBreak(text: string, from: number, end: number): number {
  if (end <= from || text[end - 1] !== '\n') return end
  return end - 2 >= from && text[end - 2] === '\r' ? end - 2 : end - 1
}

/** How much of a text without a tag is certain: all but a line break that a tag may follow, or half a pair. */
export function endOfCertain(text: string, from: number): number {
  const last = text.charCodeAt(text.length - 1)
  if (text.length > from && (last === 0x0d || (last >= 0xd800 && last <= 0xdbff))) return text.length - 1
  return startOfBreak(text, from, text.length)
}

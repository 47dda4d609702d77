import { requireText } from '../errors/pf-error.ts'
import type { BlockContractReason } from './block-stages.ts'
import { type BlockStage, blockStages, isStage } from './block-stages.ts'
import { type BlockTag, blockTags } from './block-tags.ts'

/** Receives text of a block as soon as later input cannot change it. The text is never empty and always well-formed. */
export type BlockSink = (block: 'artifact' | 'user', text: string) => void

/** A complete tag, or the index of a possible tag that is cut by the end of the text. */
type Found = { readonly index: number; readonly tag: BlockTag; readonly end: number } | { readonly index: number; readonly tag?: never }

/**
 * Reads replies in blocks for the filter and the parser. All four tags count everywhere, a violation of the contract is final, and the text
 * held back is never longer than a tag and the line break before it.
 */
export class BlockScanner {
  readonly #tags: readonly (readonly [BlockTag, string])[]
  readonly #sink: BlockSink
  #stage: BlockStage = 'before'
  #broken: BlockContractReason | undefined
  #held = ''
  /** True directly after a tag, where one line break belongs to the tag. */
  #atEdge = false

  constructor(nonce: string, sink: BlockSink) {
    this.#tags = Object.entries(blockTags(nonce)) as [BlockTag, string][]
    this.#sink = sink
  }

  /** The current block; undefined outside the blocks and after a violation. */
  get block(): 'artifact' | 'user' | undefined {
    return this.#broken === undefined ? blockStages[this.#stage].block : undefined
  }

  /** The violation of the contract by the text so far; undefined if there is none. */
  get reason(): BlockContractReason | undefined {
    return this.#broken
  }

  /** Number of characters that are held back. */
  get heldLength(): number {
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

  /** Ends the reply and returns the violation of the contract, if there is one. Text that is held back does not belong to a closed block and is dropped. */
  end(): BlockContractReason | undefined {
    this.#broken ??= blockStages[this.#stage].end ?? (this.#held === '' ? undefined : 'text_outside')
    this.#held = ''
    return this.#broken
  }

  #readOutside(text: string, from: number): number {
    const index = nextNonBlank(text, from)
    if (index === text.length) return index
    const found = this.#tagAt(text, index)
    if (found === undefined) {
      this.#broken = 'text_outside'
      return text.length
    }
    return this.#applyTag(found, text, index)
  }

  #readInside(block: 'artifact' | 'user', text: string, from: number): number {
    const start = this.#atEdge ? this.#skipEdge(text, from) : from
    if (start === undefined) return this.#hold(text, from)
    const found = this.#findTag(text, start)
    const end = found ? lineBreakStart(text, start, found.index) : certainEnd(text, start)
    if (end > start) this.#sink(block, text.slice(start, end).toWellFormed())
    return this.#applyTag(found, text, end)
  }

  /** Returns the index after the line break that belongs to a tag; undefined while a part of the line break may be missing. */
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

  /** Applies a tag, or holds back the text that is still uncertain. */
  #applyTag(found: Found | undefined, text: string, uncertain: number): number {
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

const nonBlank = /\S/g

/** Returns the index of the next character that is not white space, or the length of the text. */
function nextNonBlank(text: string, from: number): number {
  nonBlank.lastIndex = from
  return nonBlank.exec(text)?.index ?? text.length
}

/** Returns the index at which the line break before `end` starts, but not an index before `from`; `end` if there is no line break. */
export function lineBreakStart(text: string, from: number, end: number): number {
  if (end <= from || text[end - 1] !== '\n') return end
  return end - 2 >= from && text[end - 2] === '\r' ? end - 2 : end - 1
}

/** Returns the end of the certain part of a text without a tag. A line break, which a tag may follow, and a high surrogate are not certain. */
export function certainEnd(text: string, from: number): number {
  const last = text.charCodeAt(text.length - 1)
  if (text.length > from && (last === 0x0d || (last >= 0xd800 && last <= 0xdbff))) return text.length - 1
  return lineBreakStart(text, from, text.length)
}

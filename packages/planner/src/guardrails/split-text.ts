import { sentenceEnds } from './sentence-ends.ts'

/** The size of the parts in which a text is checked. */
export type PartSize = 'sentence' | 'paragraph' | 'answer'

/** Splits a text that arrives in pieces. The parts joined are the text. */
export interface TextSplitter {
  /** Returns the parts that no later text can change. */
  feed(text: string): string[]
  /** Returns the rest. */
  finish(): string[]
  reset(): void
}

/** Creates a splitter. A sentence or paragraph of more than `maxChars` UTF-16 code units is cut, at white space if there is some. */
export function createTextSplitter(by: PartSize, maxChars: number): TextSplitter {
  let buffer = ''
  let scanned = 0
  let isLineStart = true
  const reset = () => {
    buffer = ''
    scanned = 0
    isLineStart = true
  }
  const take = (done: boolean): string[] => {
    const parts: string[] = []
    let start = 0
    for (const end of by === 'answer' ? [] : partEnds(buffer, { by, isLineStart, done })) {
      if (end > start) parts.push(buffer.slice(start, end))
      start = end
    }
    let rest = buffer.slice(start)
    const max = by === 'answer' ? Number.POSITIVE_INFINITY : maxChars
    while (rest.length > max || (done && rest !== '')) {
      const end = cutAt(rest, max)
      parts.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    const last = parts.at(-1)
    if (last !== undefined) isLineStart = last.endsWith('\n')
    buffer = rest
    scanned = rest.length
    return parts.flatMap((part) => cutAll(part, max))
  }
  return {
    feed: (text) => {
      buffer += text
      // A long text without an end is not read again for each of its characters.
      return buffer.length - scanned < buffer.length >> 6 ? [] : take(false)
    },
    finish: () => {
      const parts = take(true)
      reset()
      return parts
    },
    reset,
  }
}

function cutAll(part: string, maxChars: number): string[] {
  const parts: string[] = []
  for (let rest = part; rest !== ''; ) {
    const end = cutAt(rest, maxChars)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}

/** Returns the end of the last white space in the second half of the allowed length, or else the allowed length without half a character. */
function cutAt(text: string, maxChars: number): number {
  if (text.length <= maxChars) return text.length
  for (let at = maxChars; at > maxChars / 2; at--) if (/\s/.test(text.charAt(at - 1))) return at
  const code = text.charCodeAt(maxChars - 1)
  return code >= 0xd800 && code <= 0xdbff ? maxChars - 1 : maxChars
}

interface Scan {
  by: Exclude<PartSize, 'answer'>
  /** False if the text continues a line whose beginning was taken before. */
  isLineStart: boolean
  /** True if no text follows. */
  done: boolean
}

/** A line that begins a block, whatever stands before it. */
const blockStart = /^ {0,12}(?:#{1,6} |[-*+•] |\d{1,9}[.)] |>|\|)/
const fenceStart = /^ {0,12}(`{3,}|~{3,})/
/** Length after which it is known whether a line begins a block. */
const knownStart = 26

/** Returns the ends of all complete parts. A code fence is one part. */
function partEnds(text: string, { by, isLineStart, done }: Scan): number[] {
  const ends: number[] = []
  const sentencesUntil = (at: number, isWhole: boolean) => {
    if (by === 'sentence') for (const end of sentenceEnds(text.slice(block, at), isWhole)) ends.push(block + end)
  }
  let block = 0
  let fence = ''
  let afterBlank = false
  const endBlock = (at: number) => {
    sentencesUntil(at, true)
    ends.push(at)
    block = at
  }
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline + 1
    const line = text.slice(at, end)
    const isWhole = newline >= 0 || done
    if (fence !== '') {
      if (isWhole && isFenceEnd(line, fence)) {
        ends.push(end)
        block = end
        fence = ''
      }
    } else if (at > 0 || isLineStart) {
      const marker = fenceStart.exec(line)?.[1]
      if (!isWhole && (line.length < knownStart || marker !== undefined)) {
        // It is not known whether the line belongs to the block before it.
        sentencesUntil(at, false)
        return ends
      }
      const isBlank = line.trim() === ''
      if (marker !== undefined || (afterBlank && !isBlank) || (by === 'sentence' && blockStart.test(line))) endBlock(at)
      fence = marker ?? ''
      afterBlank = isBlank
    }
    at = end
  }
  if (fence === '') sentencesUntil(text.length, done)
  return ends
}

function isFenceEnd(line: string, fence: string): boolean {
  const trimmed = line.trim()
  return trimmed.startsWith(fence) && trimmed === fence.charAt(0).repeat(trimmed.length)
}

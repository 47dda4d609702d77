import { type LabMessages, labMessages } from '../messages/lab.ts'

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

/** The ranges of the values at some JSON Pointers, or the position at which the text is not valid JSON and the expected syntax. */
export type FoundRanges = { ok: true; ranges: ReadonlyMap<string, TextRange> } | { ok: false; at: number; expected: string }

interface Frame {
  pointer: string
  start: number
  close: '}' | ']'
  /** Pointer to the member that is being read. */
  member: string
  count: number
}

const MAX_DEPTH = 200
const SPACE = /[ \t\n\r]*/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** Scans a JSON text without recursion. Only the ranges of the requested pointers are kept. */
export function findRanges(text: string, wanted: ReadonlySet<string> = new Set(), messages: LabMessages = labMessages): FoundRanges {
  const reader = new JsonRangeReader(text, wanted, messages)
  try {
    reader.read()
    return { ok: true, ranges: reader.ranges }
  } catch (fault) {
    if (fault instanceof SyntaxFault) return { ok: false, at: fault.at, expected: fault.expected }
    throw fault
  }
}

class SyntaxFault {
  readonly at: number
  readonly expected: string
  constructor(at: number, expected: string) {
    this.at = at
    this.expected = expected
  }
}

class JsonRangeReader {
  readonly ranges = new Map<string, TextRange>()
  readonly #text: string
  readonly #wanted: ReadonlySet<string>
  readonly #messages: LabMessages
  readonly #open: Frame[] = []
  #at = 0

  constructor(text: string, wanted: ReadonlySet<string>, messages: LabMessages) {
    this.#text = text
    this.#wanted = wanted
    this.#messages = messages
  }

  read(): void {
    do this.#value()
    while (this.#nextMember())
  }

  #value() {
    this.#space()
    const start = this.#at
    const pointer = this.#open.at(-1)?.member ?? ''
    const close = this.#here() === '{' ? '}' : this.#here() === '[' ? ']' : undefined
    if (close) return this.#container({ pointer, start, close, member: pointer, count: 0 })
    if (this.#here() === '"') this.#string()
    else if (!this.#match(SCALAR)) throw this.#fault(this.#messages.value)
    this.#note(pointer, start)
  }

  #container(frame: Frame): void {
    if (this.#open.length >= MAX_DEPTH) throw this.#fault(this.#messages.levels(MAX_DEPTH))
    this.#at++
    this.#space()
    this.#open.push(frame)
    if (this.#here() === frame.close) return
    this.#member(frame)
    this.#value()
  }

  /** Called after a value. Closes the containers that end here and returns true if another member follows. */
  #nextMember(): boolean {
    for (;;) {
      this.#space()
      const frame = this.#open.at(-1)
      if (!frame) {
        if (this.#at < this.#text.length) throw this.#fault(this.#messages.textEnd)
        return false
      }
      if (this.#here() === ',') {
        this.#at++
        this.#member(frame)
        return true
      }
      if (this.#here() !== frame.close) throw this.#fault(this.#messages.commaOr(frame.close))
      this.#at++
      this.#open.pop()
      this.#note(frame.pointer, frame.start)
    }
  }

  #member(frame: Frame) {
    const key = frame.close === ']' ? String(frame.count) : this.#key()
    frame.count++
    frame.member = `${frame.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }

  #key(): string {
    this.#space()
    if (this.#here() !== '"') throw this.#fault(this.#messages.quotedName)
    const key = this.#string()
    this.#space()
    if (this.#here() !== ':') throw this.#fault(this.#messages.colon)
    this.#at++
    return key
  }

  #string(): string {
    const start = this.#at++
    for (;;) {
      const unit = this.#here()
      if (unit === undefined || unit < ' ') throw this.#fault(this.#messages.closingQuote)
      if (unit === '\\' && !this.#match(ESCAPE)) throw this.#fault(this.#messages.escape)
      if (unit === '"') break
      if (unit !== '\\') this.#at++
    }
    return JSON.parse(this.#text.slice(start, ++this.#at)) as string
  }

  #here(): string | undefined {
    return this.#text[this.#at]
  }

  #space() {
    this.#match(SPACE)
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    this.#at += found?.[0].length ?? 0
    return found !== null
  }

  #note(pointer: string, start: number) {
    if (this.#wanted.has(pointer)) this.ranges.set(pointer, { start, end: this.#at })
  }

  #fault(expected: string) {
    return new SyntaxFault(this.#at, expected)
  }
}

import { setOwn } from '../json/records.ts'
import type { JsonSink } from './json-sink.ts'

type Container = unknown[] | Record<string, unknown>

/** Sets a member of an object under construction. `tree` holds the open containers; `parent` is the innermost of them. */
export type SetMember = (parent: Record<string, unknown>, key: string, value: unknown, tree: TreeBuilder) => void

/** Builds plain data from the output of a tokenizer. Open containers are part of the tree; a string is added after it is closed. */
export class TreeBuilder implements JsonSink {
  /** The root value; undefined before the first token. */
  root: unknown
  /** The open containers, outermost first. */
  readonly stack: Container[] = []
  /** The current key of each open container; '' for an array. */
  readonly keys: string[] = []
  private pieces: string[] | undefined
  private readonly setMember: SetMember

  /** `setMember` handles repeated keys. By default the last member takes precedence, as in JSON.parse. */
  constructor(setMember: SetMember = setOwn) {
    this.setMember = setMember
  }

  open(array: boolean): void {
    const container: Container = array ? [] : {}
    this.add(container)
    this.stack.push(container)
    this.keys.push('')
  }

  close(): void {
    this.stack.pop()
    this.keys.pop()
  }

  key(name: string): void {
    this.keys[this.keys.length - 1] = name
  }

  textStart(): void {
    this.pieces = []
  }

  text(piece: string): void {
    this.pieces?.push(piece)
  }

  textEnd(): void {
    this.textEndAs(this.partialText() ?? '')
  }

  /** Ends the current string and adds another value in its place. */
  textEndAs(value: unknown): void {
    this.pieces = undefined
    this.add(value)
  }

  whole(text: string): void {
    this.add(text)
  }

  scalar(value: number | boolean | null | string): void {
    this.add(value)
  }

  /** Returns the part of the current string that was read; undefined if no string is open. */
  partialText(): string | undefined {
    const { pieces } = this
    if (pieces === undefined) return undefined
    if (pieces.length > 1) this.pieces = [pieces.join('')]
    return this.pieces?.[0] ?? ''
  }

  /** Adds the part of the current string that was read to the tree. */
  attachPartial(): void {
    const text = this.visibleText()
    if (text !== undefined) this.textEndAs(text)
  }

  /** Adds a complete value at the current position. */
  add(value: unknown): void {
    const parent = this.stack[this.stack.length - 1]
    if (parent === undefined) this.root = value
    else if (Array.isArray(parent)) parent.push(value)
    else this.setMember(parent, this.keys[this.keys.length - 1] ?? '', value, this)
  }

  /** Returns the part of the current string that was read, without a high surrogate at its end. */
  protected visibleText(): string | undefined {
    const text = this.partialText()
    return text !== undefined && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
  }
}

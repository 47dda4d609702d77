import { setOwn } from '../json/set-own.ts'
import type { JsonSink } from './json-sink.ts'

type Container = unknown[] | Record<string, unknown>

/** Builds plain data from what the tokenizer tells. Open containers are part of the tree; a string is once it is closed. */
export class TreeBuilder implements JsonSink {
  /** The root value; undefined before its first token. */
  root: unknown
  /** The open containers, outermost first. */
  readonly stack: Container[] = []
  /** The key at hand of each open container; an array has "". */
  readonly keys: string[] = []
  protected pieces: string[] | undefined

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
    const text = this.partialText() ?? ''
    this.pieces = undefined
    this.add(text)
  }

  whole(text: string): void {
    this.add(text)
  }

  scalar(value: number | boolean | null | string): void {
    this.add(value)
  }

  /** The string at hand as far as it has come; undefined when none is open. */
  partialText(): string | undefined {
    const { pieces } = this
    if (pieces === undefined) return undefined
    if (pieces.length > 1) this.pieces = [pieces.join('')]
    return this.pieces?.[0] ?? ''
  }

  /** Adds the string at hand to the tree as far as it has come. */
  attachPartial(): void {
    const text = this.visibleText()
    if (text === undefined) return
    this.pieces = undefined
    this.add(text)
  }

  /** The string at hand; half a surrogate pair at its end is left out. */
  protected visibleText(): string | undefined {
    const text = this.partialText()
    return text !== undefined && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
  }

  protected add(value: unknown): void {
    const parent = this.stack[this.stack.length - 1]
    if (parent === undefined) this.root = value
    else if (Array.isArray(parent)) parent.push(value)
    else this.member(parent, this.keys[this.keys.length - 1] ?? '', value)
  }

  protected member(parent: Record<string, unknown>, key: string, value: unknown): void {
    setOwn(parent, key, value)
  }
}

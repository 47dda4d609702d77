import { utf8Length } from '../action/utf8-length.ts'
import { PfError } from '../errors/pf-error.ts'
import { parsePointer, readTokens } from '../json/pointer.ts'
import { isJsonBlank } from './characters.ts'
import { SnapshotTree } from './snapshot-tree.ts'
import { StrictTokenizer } from './strict-tokenizer.ts'

/** `pending`: has begun (or its key was read) and may still grow; `complete`: will not change any more; `absent`: not there so far. */
export type PathState = 'pending' | 'complete' | 'absent'

export interface PartialJsonOptions {
  /** Most levels of containers. Default 128. */
  maxDepth?: number
  /** Most UTF-8 bytes. Default 16 MiB. */
  maxBytes?: number
}

/** Strict JSON that can be read while it arrives. */
export interface PartialJson {
  /** Takes the next piece, cut anywhere. Throws PfError `syntax`, `depth` or `size`; once it has thrown it always does. */
  feed(chunk: string): void
  /** What has come so far: strings as far as they go, numbers and literals once they are whole. A snapshot; unchanged parts keep their identity. */
  readonly value: unknown
  /** State of the value at an RFC 6901 pointer. */
  pathState(pointer: string): PathState
  /** Ends the input and returns the whole value; throws `syntax` when it ended early. */
  finish(): unknown
}

/** Why strict reading stopped, with the offset in characters. */
type Fault = PfError<'syntax' | 'depth' | 'size'>

class StrictReader implements PartialJson {
  private readonly tree = new SnapshotTree()
  private readonly tokenizer: StrictTokenizer
  private readonly maxBytes: number
  private readonly maxDepth: number
  private offset = 0
  private bytes = 0
  private fault: Fault | undefined

  constructor({ maxDepth = 128, maxBytes = 16 * 1024 * 1024 }: PartialJsonOptions) {
    this.maxBytes = maxBytes
    this.maxDepth = maxDepth
    this.tokenizer = new StrictTokenizer(this.tree, maxDepth)
  }

  get value(): unknown {
    return this.tree.snapshot()
  }

  feed(chunk: string): void {
    if (this.fault) throw this.fault
    this.bytes += utf8Length(chunk)
    try {
      if (this.bytes > this.maxBytes) throw new PfError('size', `The JSON is over ${this.maxBytes} bytes.`)
      this.read(chunk)
    } catch (error) {
      this.fault = error as Fault
      throw error
    }
    this.offset += chunk.length
  }

  finish(): unknown {
    if (this.fault) throw this.fault
    this.tokenizer.end()
    if (this.tokenizer.status !== 'done') throw syntaxError(this.offset, true)
    return this.value
  }

  pathState(pointer: string): PathState {
    const tokens = parsePointer(pointer)
    return tokens ? this.stateAt(tokens) : 'absent'
  }

  private read(chunk: string): void {
    let index = this.tokenizer.run(chunk)
    if (this.tokenizer.status === 'deep') throw new PfError('depth', `The JSON is nested deeper than ${this.maxDepth} levels.`)
    while (index < chunk.length && isJsonBlank(chunk.charCodeAt(index))) index++
    if (index < chunk.length) throw syntaxError(this.offset + index)
  }

  private stateAt(tokens: readonly string[]): PathState {
    const { stack, keys } = this.tree
    let level = 0
    for (; level < stack.length && level < tokens.length; level++) {
      const container = stack[level]
      const token = tokens[level]
      const isList = Array.isArray(container)
      const last = isList ? String(container.length - (level + 1 < stack.length ? 1 : 0)) : keys[level]
      if (token !== last) return closedState(container, tokens.slice(level))
      if (level === stack.length - 1) return this.lastState(container, isList, tokens.slice(level))
    }
    if (level < stack.length) return 'pending'
    return this.tokenizer.status === 'done' ? closedState(this.tree.root, tokens) : 'pending'
  }

  /** State of the member or item that was read last. */
  private lastState(container: unknown, isList: boolean, tokens: readonly string[]): PathState {
    if (this.tokenizer.insideScalar || (!isList && this.tree.keyPending)) return tokens.length === 1 ? 'pending' : 'absent'
    return closedState(container, tokens)
  }
}

function closedState(value: unknown, tokens: readonly string[]): PathState {
  return readTokens(value, tokens).found ? 'complete' : 'absent'
}

function syntaxError(offset: number, early = false): PfError<'syntax'> {
  const message = early ? `The JSON ends early, after ${offset} characters.` : `The JSON has a fault at character ${offset}.`
  return new PfError('syntax', message, { fields: { offset, early } })
}

/** Reads strict JSON (RFC 8259) as it arrives: linear to feed, and its value can be taken at any time. */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  return new StrictReader(options)
}

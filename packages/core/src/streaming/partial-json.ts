import { PfError } from '../errors/pf-error.ts'
import { requireText } from '../errors/require-text.ts'
import { parsePointer, readTokens } from '../json/pointer.ts'
import { utf8Length } from '../json/utf8-length.ts'
import { isJsonBlank, unitAt } from './characters.ts'
import { SnapshotTree } from './snapshot-tree.ts'
import { StrictTokenizer } from './strict-tokenizer.ts'

/** `pending`: has begun (or its key was read) and may still grow; `complete`: will not change any more, unless its key comes again; `absent`: not there so far. */
export type PathState = 'pending' | 'complete' | 'absent'

export interface PartialJsonOptions {
  /** Most levels of containers, at most 1,000. Default 128. */
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
  /** Ends the input and returns the whole value; throws `syntax` (`fields.early`) when it ended early. */
  finish(): unknown
}

/** Snapshots go down by recursion. */
const maxAllowedDepth = 1000

/** Why strict reading stopped, with the offset in characters. */
type Fault = PfError<'syntax' | 'depth' | 'size'>

class StrictReader implements PartialJson {
  readonly #tree = new SnapshotTree()
  readonly #tokenizer: StrictTokenizer
  readonly #maxBytes: number
  readonly #maxDepth: number
  #offset = 0
  #bytes = 0
  #fault: Fault | undefined

  constructor({ maxDepth = 128, maxBytes = 16 * 1024 * 1024 }: PartialJsonOptions) {
    this.#maxBytes = maxBytes
    this.#maxDepth = maxDepth <= maxAllowedDepth ? maxDepth : maxAllowedDepth
    this.#tokenizer = new StrictTokenizer(this.#tree, this.#maxDepth)
  }

  get value(): unknown {
    return this.#tree.snapshot()
  }

  feed(chunk: string): void {
    if (this.#fault) throw this.#fault
    requireText(chunk, 'A piece of JSON')
    this.#bytes += utf8Length(chunk)
    if (!(this.#bytes <= this.#maxBytes)) this.#stop('size', `over ${this.#maxBytes} bytes.`)
    this.#read(chunk)
    this.#offset += chunk.length
  }

  finish(): unknown {
    if (this.#fault) throw this.#fault
    this.#tokenizer.end()
    if (this.#tokenizer.status !== 'done') this.#stop('syntax', `not whole after ${this.#offset} characters.`, true)
    return this.value
  }

  pathState(pointer: string): PathState {
    const tokens = parsePointer(pointer)
    return tokens ? this.#stateAt(tokens) : 'absent'
  }

  #read(chunk: string): void {
    let index = this.#tokenizer.run(chunk)
    while (index < chunk.length && isJsonBlank(unitAt(chunk, index))) index++
    if (index === chunk.length) return
    this.#offset += index
    if (this.#tokenizer.status === 'deep') this.#stop('depth', `nested deeper than ${this.#maxDepth} levels.`)
    this.#stop('syntax', `wrong at character ${this.#offset}.`)
  }

  #stop(code: 'syntax' | 'depth' | 'size', what: string, early = false): never {
    this.#fault = new PfError(code, `The JSON is ${what}`, { fields: { offset: this.#offset, early } })
    throw this.#fault
  }

  #stateAt(tokens: readonly string[]): PathState {
    const { stack, keys } = this.#tree
    let level = 0
    for (; level < stack.length && level < tokens.length; level++) {
      const container = stack[level]
      const token = tokens[level]
      const isList = Array.isArray(container)
      const last = isList ? String(container.length - (level + 1 < stack.length ? 1 : 0)) : keys[level]
      if (token !== last) return closedState(container, tokens.slice(level))
      if (level === stack.length - 1) return this.#lastState(container, isList, tokens.slice(level))
    }
    if (level < stack.length) return 'pending'
    if (this.#tokenizer.status === 'done') return closedState(this.#tree.root, tokens)
    return tokens.length === 0 && this.#tokenizer.insideScalar ? 'pending' : 'absent'
  }

  /** State of the member or item that was read last. */
  #lastState(container: unknown, isList: boolean, tokens: readonly string[]): PathState {
    if (this.#tokenizer.insideScalar || (!isList && this.#tree.keyPending)) return tokens.length === 1 ? 'pending' : 'absent'
    return closedState(container, tokens)
  }
}

function closedState(value: unknown, tokens: readonly string[]): PathState {
  return readTokens(value, tokens).found ? 'complete' : 'absent'
}

/** Reads strict JSON (RFC 8259) as it arrives: linear to feed, and its value can be taken at any time. */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  return new StrictReader(options)
}

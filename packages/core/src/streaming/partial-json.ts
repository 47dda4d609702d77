import { PfError, requireText } from '../errors/pf-error.ts'
import { parsePointer, readTokens } from '../json/pointer.ts'
import { utf8Length } from '../json/utf8.ts'
import { isJsonBlank, unitAt } from './characters.ts'
import { SnapshotTree } from './snapshot-tree.ts'
import { StrictTokenizer } from './strict-tokenizer.ts'

/**
 * `pending`: the value has started, or its key was read. `complete`: the value does not change any more, unless its key is repeated.
 * `absent`: there is no such value yet.
 */
export type PathState = 'pending' | 'complete' | 'absent'

export interface PartialJsonOptions {
  /** Maximum number of container levels, at most 1,000. Default 128. */
  maxDepth?: number
  /** Maximum number of UTF-8 bytes. Default 16 MiB. */
  maxBytes?: number
}

/** A reader of strict JSON whose value is available while the text arrives. */
export interface PartialJson {
  /** Takes the next piece, cut at any position. Throws PfError `syntax`, `too_deep` or `too_large`; after an error, every further call throws it again. */
  feed(chunk: string): void
  /** A snapshot of the value so far: strings as far as they were read, numbers and literals once they are complete. Unchanged parts keep their identity. */
  readonly value: unknown
  /** Returns the state of the value at an RFC 6901 pointer. */
  pathState(pointer: string): PathState
  /** Ends the input and returns the value. Throws PfError `syntax`, with `fields.early`, if the input is incomplete. */
  finish(): unknown
}

/** The upper limit of `maxDepth`. It exists because snapshots are created recursively. */
const maxAllowedDepth = 1000

/** The fault that stopped the reader. `fields.offset` is in characters. */
type Fault = PfError<'syntax' | 'too_deep' | 'too_large'>

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
    if (!(this.#bytes <= this.#maxBytes)) this.#stop('too_large', `larger than ${this.#maxBytes} bytes.`)
    this.#read(chunk)
    this.#offset += chunk.length
  }

  finish(): unknown {
    if (this.#fault) throw this.#fault
    this.#tokenizer.end()
    if (this.#tokenizer.status !== 'done') this.#stop('syntax', `incomplete after ${this.#offset} characters.`, true)
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
    if (this.#tokenizer.status === 'deep') this.#stop('too_deep', `nested deeper than ${this.#maxDepth} levels.`)
    this.#stop('syntax', `invalid at character ${this.#offset}.`)
  }

  #stop(code: 'syntax' | 'too_deep' | 'too_large', what: string, early = false): never {
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

  /** Returns the state of the member or item that was read last. */
  #lastState(container: unknown, isList: boolean, tokens: readonly string[]): PathState {
    if (this.#tokenizer.insideScalar || (!isList && this.#tree.keyPending)) return tokens.length === 1 ? 'pending' : 'absent'
    return closedState(container, tokens)
  }
}

function closedState(value: unknown, tokens: readonly string[]): PathState {
  return readTokens(value, tokens).found ? 'complete' : 'absent'
}

/** Creates a reader of strict JSON (RFC 8259) that arrives in pieces. Feeding takes linear time; the value can be read at any time. */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  return new StrictReader(options)
}

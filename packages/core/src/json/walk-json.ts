import { PfError } from '../errors/pf-error.ts'
import { isRecord } from './records.ts'

/** A value inside a JSON value. Its ancestors are linked, not copied, so deep data costs no more than wide data. */
export interface JsonNode {
  readonly value: unknown
  /** Undefined for the root only. */
  readonly key: string | number | undefined
  readonly parent: JsonNode | undefined
  /** The number of levels below the root, which has depth 0. */
  readonly depth: number
}

/** Options of `walkJson`. */
export interface WalkOptions {
  /** Maximum number of levels below the root. Default 1,000. */
  maxDepth?: number
  /** Returns true if the walk should enter an array or object. By default it enters all of them. */
  enter?: (node: JsonNode) => boolean
}

interface Frame {
  readonly node: JsonNode
  /** Keys of an object; undefined for an array. */
  readonly keys: readonly string[] | undefined
  readonly size: number
  next: number
}

/**
 * Yields all values in document order, each before its children. Considers own keys only, does not recurse, and uses memory in proportion
 * to the depth. The walk can be stopped at any time. Throws PfError `too_deep` below `maxDepth`, which also happens for cycles.
 */
export function* walkJson(root: unknown, options: WalkOptions = {}): Generator<JsonNode, void, undefined> {
  const { maxDepth = 1_000, enter } = options
  const open: Frame[] = []
  for (let node: JsonNode | undefined = { value: root, key: undefined, parent: undefined, depth: 0 }; node; node = nextOf(open)) {
    // Written as `!(… <= …)` instead of `>`, so that NaN as a limit also throws.
    if (!(node.depth <= maxDepth)) throw new PfError('too_deep', `The value is nested deeper than ${maxDepth} levels. Flatten it.`)
    yield node
    const frame = frameOf(node)
    if (frame && (enter?.(node) ?? true)) open.push(frame)
  }
}

/** Returns the keys and indices from the root to a node. `formatPointer` converts them to a JSON Pointer. */
export function pathOf(node: JsonNode): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: JsonNode | undefined = node; at?.key !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}

function frameOf(node: JsonNode): Frame | undefined {
  const { value } = node
  if (Array.isArray(value)) return { node, keys: undefined, size: value.length, next: 0 }
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value)
  return { node, keys, size: keys.length, next: 0 }
}

function nextOf(open: Frame[]): JsonNode | undefined {
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    if (frame.next < frame.size) return childOf(frame, frame.next++)
    open.pop()
  }
  return undefined
}

function childOf(frame: Frame, index: number): JsonNode {
  const key = frame.keys ? (frame.keys[index] ?? '') : index
  const value: unknown = Reflect.get(Object(frame.node.value), key)
  return { value, key, parent: frame.node, depth: frame.node.depth + 1 }
}

import type { JsonValue } from '../contracts/json.ts'
import { isRecord, typeName } from './records.ts'

/** Stops the application of a patch. `member` is a location in the operation, e.g. `/path`. Not thrown outside of the json folder. */
export class PatchFault extends Error {
  readonly code: string
  readonly member: string
  readonly expected: string
  readonly received: string | undefined

  constructor(code: string, member: string, expected: string, received?: unknown) {
    super(code)
    this.code = code
    this.member = member
    this.expected = expected
    this.received = received === undefined ? undefined : typeof received === 'string' ? received.slice(0, 40) : typeName(received)
  }
}

/** True if two JSON values are equal, regardless of the order of members. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) return Array.isArray(right) && left.length === right.length && left.every((item, index) => equalJson(item, right[index]))
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]))
}

type Container = JsonValue[] | { [key: string]: JsonValue }

/** A document to which a patch is applied. Each changed container is copied once; the given document is never modified. */
export interface PatchDocument {
  readonly value: JsonValue
  read(tokens: readonly string[], member: string): JsonValue
  add(tokens: readonly string[], value: JsonValue): void
  remove(tokens: readonly string[], member: string): void
  replace(tokens: readonly string[], value: JsonValue): void
  test(tokens: readonly string[], value: JsonValue): void
  /** Must be called before `value`, a part of the document, is inserted at a second location. Afterwards neither may be changed in place. */
  share(value: JsonValue): void
}

/** Wraps `document` for one patch. Every operation throws PatchFault if its location does not exist. */
export function createPatchDocument(document: JsonValue): PatchDocument {
  let root = document
  const owned = new WeakSet<object>()

  const own = (value: JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null || owned.has(value)) return value
    const copy = Array.isArray(value) ? value.slice() : { ...value }
    owned.add(copy)
    return copy
  }

  const parentOf = (tokens: readonly string[], member: string): { parent: Container; key: string } => {
    read(root, tokens.slice(0, -1), member)
    root = own(root)
    let parent = root
    for (const token of tokens.slice(0, -1)) {
      const child = own(childOf(parent, token, member))
      put(parent, token, child)
      parent = child
    }
    if (typeof parent !== 'object' || parent === null) throw missing(member)
    return { parent, key: tokens.at(-1) ?? '' }
  }

  return {
    get value() {
      return root
    },
    read: (tokens, member) => read(root, tokens, member),
    add(tokens, value) {
      if (tokens.length === 0) root = value
      else insert(parentOf(tokens, '/path'), value)
    },
    remove(tokens, member) {
      if (tokens.length === 0) throw new PatchFault('invalid_input', member, 'a location inside the document')
      read(root, tokens, member)
      const { parent, key } = parentOf(tokens, member)
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
    },
    replace(tokens, value) {
      read(root, tokens, '/path')
      if (tokens.length === 0) root = value
      else {
        const { parent, key } = parentOf(tokens, '/path')
        put(parent, key, value)
      }
    },
    test(tokens, value) {
      if (!equalJson(read(root, tokens, '/path'), value)) throw new PatchFault('test_failed', '/value', 'the value at path')
    },
    share(value) {
      const stack = [value]
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        if (typeof top !== 'object' || top === null || !owned.delete(top)) continue
        for (const child of Object.values(top)) stack.push(child)
      }
    },
  }
}

const missing = (member: string) => new PatchFault('unknown_path', member, 'an existing location')

function childOf(parent: JsonValue, token: string, member: string): JsonValue {
  if (Array.isArray(parent)) {
    const item = isIndex(token, parent.length) ? parent[Number(token)] : undefined
    if (item !== undefined) return item
  } else if (typeof parent === 'object' && parent !== null && Object.hasOwn(parent, token)) {
    const value = parent[token]
    if (value !== undefined) return value
  }
  throw missing(member)
}

function read(root: JsonValue, tokens: readonly string[], member: string): JsonValue {
  return tokens.reduce((value, token) => childOf(value, token, member), root)
}

function put(parent: JsonValue, key: string, value: JsonValue) {
  if (Array.isArray(parent)) parent[Number(key)] = value
  else if (typeof parent === 'object' && parent !== null) parent[key] = value
}

function insert({ parent, key }: { parent: Container; key: string }, value: JsonValue) {
  if (!Array.isArray(parent)) parent[key] = value
  else if (key === '-') parent.push(value)
  else if (isIndex(key, parent.length + 1)) parent.splice(Number(key), 0, value)
  else throw missing('/path')
}

const isIndex = (token: string, end: number) => /^(0|[1-9]\d{0,9})$/.test(token) && Number(token) < end

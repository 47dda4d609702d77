import { isDeepStrictEqual } from 'node:util'

const operations = {
  add: (document, { path, value }) => put(document, path, { value: structuredClone(value), insert: true }),
  replace: (document, { path, value }) => put(document, path, { value: structuredClone(value), insert: false }),
  remove: (document, { path }) => cut(document, path),
  move: (document, { from, path }) => put(cut(document, from), path, { value: read(document, from), insert: true }),
  copy: (document, { from, path }) => put(document, path, { value: structuredClone(read(document, from)), insert: true }),
  test(document, { path, value }) {
    if (!isDeepStrictEqual(read(document, path), value)) throw new Error(`test failed at ${path}`)
    return document
  },
}

/** Applies an RFC 6902 patch to a copy. Throws if an operation fails. It is independent of the implementation under test. */
export function applyPatch(document, patch) {
  return patch.reduce((before, operation) => {
    if (!Object.hasOwn(operations, operation.op)) throw new Error(`unknown op ${operation.op}`)
    return operations[operation.op](structuredClone(before), operation)
  }, structuredClone(document))
}

function tokens(pointer) {
  if (pointer !== '' && !pointer.startsWith('/')) throw new Error(`pointer "${pointer}" lacks a leading slash`)
  const parts = pointer === '' ? [] : pointer.slice(1).split('/')
  return parts.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
}

function step(value, key, pointer) {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw new Error(`path ${pointer} not found`)
  return value[key]
}

const read = (document, pointer) => tokens(pointer).reduce((value, key) => step(value, key, pointer), document)

function put(document, pointer, { value, insert }) {
  const path = tokens(pointer)
  const key = path.pop()
  if (key === undefined) return value
  const holder = path.reduce((inner, part) => step(inner, part, pointer), document)
  if (Array.isArray(holder)) holder.splice(indexIn(holder, key, insert), insert ? 0 : 1, value)
  else if (holder === null || typeof holder !== 'object') throw new Error(`path ${pointer} not found`)
  else {
    if (!insert) step(holder, key, pointer)
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return document
}

function indexIn(list, key, insert) {
  const index = key === '-' ? list.length : Number(key)
  if (!Number.isInteger(index) || index < 0 || index > list.length - (insert ? 0 : 1)) throw new Error(`index ${key} out of range`)
  return index
}

function cut(document, pointer) {
  read(document, pointer)
  const path = tokens(pointer)
  const key = path.pop()
  const holder = path.reduce((inner, part) => inner[part], document)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return document
}

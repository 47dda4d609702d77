import type { ValidationIssue } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'
import { measureJson } from './measure-json.ts'
import { createPatchDocument, type PatchDocument, PatchFault } from './patch-document.ts'
import { parsePointer } from './pointer.ts'
import { isRecord, typeName } from './records.ts'

const maxOperations = 1_000
const maxDepth = 128
const maxCost = 16_777_216
const maxSeen = 4_000_000
const unsafeTokens = new Set(['__proto__', 'constructor', 'prototype'])

/** The patched document, or the fault. `error.pointer` is a location in the patch, e.g. `/2/path`. */
export type PatchResult = { ok: true; value: JsonValue } | { ok: false; error: ValidationIssue }

interface PatchRun {
  document: PatchDocument
  /** Approximate number of characters inserted so far. */
  spent: number
  /** Number of values visited so far, which costs time but no memory. */
  seen: number
}

type Operation = Record<string, unknown>
type Handler = (run: PatchRun, to: string[], operation: Operation) => void

const handlers = new Map<string, Handler>([
  ['add', (run, to, operation) => run.document.add(to, charge(run, to, givenValue(operation)))],
  ['remove', (run, to) => run.document.remove(to, '/path')],
  ['replace', (run, to, operation) => run.document.replace(to, charge(run, to, givenValue(operation)))],
  ['move', (run, to, operation) => move(run, to, pointer(operation, 'from'))],
  ['copy', (run, to, operation) => copy(run, to, pointer(operation, 'from'))],
  ['test', (run, to, operation) => run.document.test(to, look(run, to, givenValue(operation)))],
])

/**
 * Applies an RFC 6902 patch to copies of the changed paths. The input is not modified, and unchanged parts are shared with the result. A
 * patch has at most 1,000 operations and 128 levels, inserts at most about 16 million characters and compares or moves deeper at most 4
 * million values; pointers through `__proto__`, `constructor` or `prototype` are refused. The patch is applied completely or not at all. A
 * faulty patch gives a result with `ok: false` and never throws.
 */
export function applyPatch(document: JsonValue, patch: unknown): PatchResult {
  if (!Array.isArray(patch)) return { ok: false, error: { code: 'invalid_input', pointer: '', expected: 'an array of operations', received: typeName(patch) } }
  if (patch.length > maxOperations)
    return { ok: false, error: { code: 'too_large', pointer: '', expected: `at most ${maxOperations} operations`, received: String(patch.length) } }
  const run: PatchRun = { document: createPatchDocument(document), spent: 0, seen: 0 }
  for (const [index, operation] of patch.entries()) {
    const fault = attempt(run, operation)
    if (fault) return { ok: false, error: toIssue(fault, index) }
  }
  return { ok: true, value: run.document.value }
}

function attempt(run: PatchRun, operation: unknown): PatchFault | undefined {
  try {
    perform(run, operation)
    return undefined
  } catch (fault) {
    if (fault instanceof PatchFault) return fault
    throw fault
  }
}

function toIssue(fault: PatchFault, index: number): ValidationIssue {
  const issue = { code: fault.code, pointer: `/${index}${fault.member}`, expected: fault.expected }
  return fault.received === undefined ? issue : { ...issue, received: fault.received }
}

function perform(run: PatchRun, operation: unknown) {
  if (!isRecord(operation)) throw new PatchFault('invalid_input', '', 'an operation object', operation)
  const name = member(operation, 'op')
  const handler = typeof name === 'string' ? handlers.get(name) : undefined
  if (!handler) throw new PatchFault('invalid_input', '/op', `one of ${[...handlers.keys()].join(', ')}`, name)
  handler(run, pointer(operation, 'path'), operation)
}

const member = (operation: Operation, name: string) => (Object.hasOwn(operation, name) ? operation[name] : undefined)

function pointer(operation: Operation, name: 'path' | 'from'): string[] {
  const text = member(operation, name)
  const tokens = typeof text === 'string' ? parsePointer(text) : undefined
  if (!tokens) throw new PatchFault('invalid_input', `/${name}`, 'a JSON Pointer', text)
  if (tokens.length > maxDepth) throw new PatchFault('too_deep', `/${name}`, `at most ${maxDepth} levels`, String(tokens.length))
  const unsafe = tokens.find((token) => unsafeTokens.has(token))
  if (unsafe !== undefined) throw new PatchFault('unsafe_value', `/${name}`, 'a pointer without unsafe keys', unsafe)
  return tokens
}

function givenValue(operation: Operation): JsonValue {
  const value = member(operation, 'value')
  if (value === undefined) throw new PatchFault('invalid_input', '/value', 'a value')
  return value as JsonValue
}

/** Checks a value that is inserted and counts its size. */
function charge(run: PatchRun, to: string[], value: JsonValue): JsonValue {
  const measure = measureJson(value, { cost: maxCost - run.spent })
  run.spent += measure.cost
  if (run.spent > maxCost) throw new PatchFault('too_large', '', `at most ${maxCost} inserted characters`)
  checkDepth(measure.depth + to.length)
  if (measure.unsafe) throw new PatchFault('unsafe_value', '/value', 'no key __proto__')
  return value
}

/** Checks a value that is compared, or moved to a deeper level, and counts its parts. */
function look(run: PatchRun, to: string[], value: JsonValue): JsonValue {
  const measure = measureJson(value, { values: maxSeen - run.seen })
  run.seen += measure.values
  if (run.seen > maxSeen) throw new PatchFault('too_large', '', `at most ${maxSeen} values compared or moved deeper`)
  checkDepth(measure.depth + to.length)
  return value
}

function checkDepth(depth: number) {
  if (depth > maxDepth) throw new PatchFault('too_deep', '', `at most ${maxDepth} levels`, String(depth))
}

function copy(run: PatchRun, to: string[], from: string[]) {
  const value = charge(run, to, run.document.read(from, '/from'))
  run.document.share(value)
  run.document.add(to, value)
}

function move(run: PatchRun, to: string[], from: string[]) {
  const value = run.document.read(from, '/from')
  const above = from.every((token, index) => token === to[index])
  if (above && to.length === from.length) return
  if (above) throw new PatchFault('invalid_input', '/path', 'a location outside of the moved value')
  if (to.length > from.length) look(run, to, value)
  run.document.remove(from, '/from')
  run.document.add(to, value)
}

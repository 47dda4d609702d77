import { formatPointer, type JsonValue, PfError } from '@pf/core'
import { cleanTexts, freezeJson, pathOf, utf8Length, walkJson } from '@pf/core/internal'

/** Maximum number of levels, so that a request that contains the state is below the limit of the transport. */
const maxDepth = 60
const unsafeKeys: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns a frozen copy of a state. Members whose value is undefined are omitted. Throws PfError `invalid_input` for a value that is not
 * JSON, with the location of the fault, `too_deep` below 60 levels, and `too_large` above `maxBytes`.
 */
export function checkState(value: unknown, maxBytes: number): JsonValue {
  if (value === undefined) throw notJson('', 'undefined')
  for (const node of walkJson(value, { maxDepth })) {
    if (typeof node.value === 'number' && !Number.isFinite(node.value)) throw notJson(formatPointer(pathOf(node)), String(node.value))
    if (unsafeKeys.has(node.key)) throw notJson(formatPointer(pathOf(node)), `the key ${String(node.key)}`)
  }
  const state = cleanTexts(freezeJson(value as JsonValue))
  const bytes = utf8Length(JSON.stringify(state))
  if (bytes > maxBytes) throw new PfError('too_large', `The shared state has ${bytes} bytes; at most ${maxBytes} are allowed (state.maxBytes).`)
  return freezeJson(state)
}

const notJson = (pointer: string, found: string) =>
  new PfError('invalid_input', `The shared state must be JSON without ${found}${pointer === '' ? '' : ` (at ${pointer.slice(0, 200)})`}.`)

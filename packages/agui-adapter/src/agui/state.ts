import { applyPatch, parsePointer } from '@pf/core'
import type { Handler, Mapping } from './mapping.ts'

/** Replaces the state of the host application. */
export const onStateSnapshot: Handler<'state_snapshot'> = (mapping, { state }) => {
  mapping.state = state
  mapping.emit({ type: 'STATE_SNAPSHOT', snapshot: state })
}

/** Patches the state. A malformed patch, or one that does not apply to the last snapshot, is not sent, because clients ignore it silently. */
export const onStateDelta: Handler<'state_delta'> = (mapping, { patch }) => {
  if (!patch.every(isOperation)) return
  if (mapping.state !== undefined) {
    const patched = applyPatch(mapping.state, patch)
    if (!patched.ok) return
    mapping.state = patched.value
  }
  mapping.emit({ type: 'STATE_DELTA', delta: patch as Operations })
}

type Operations = Extract<Parameters<Mapping['emit']>[0], { type: 'STATE_DELTA' }>['delta']

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])

function isOperation(operation: Record<string, unknown>): boolean {
  const { op, path, from } = operation
  const pointers = op === 'move' || op === 'copy' ? [path, from] : [path]
  const hasValue = op !== 'add' && op !== 'replace' && op !== 'test' ? true : operation.value !== undefined
  return (
    typeof op === 'string' && operations.has(op) && hasValue && pointers.every((pointer) => typeof pointer === 'string' && parsePointer(pointer) !== undefined)
  )
}

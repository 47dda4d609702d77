import { applyPatch, type PlannerEvent, parsePointer } from '@pf/core'
import { pfMetadata } from './agui-event.ts'
import { type Handler, isPfClient, type Mapping } from './mapping.ts'

/** Opens a step under a name that is unique among the open steps. */
export const onStepStart: Handler<'step_start'> = (mapping, event) => {
  const key = keyOf(event)
  if (mapping.steps.has(key)) return
  const stepName = nameOf(mapping, event)
  mapping.steps.set(key, stepName)
  mapping.emit({ type: 'STEP_STARTED', stepName })
}

/** Closes a step. The event for pf's own client also has its status and duration. */
export const onStepComplete: Handler<'step_complete'> = (mapping, event) => {
  const stepName = mapping.steps.get(keyOf(event))
  if (stepName === undefined) return
  mapping.steps.delete(keyOf(event))
  const { node, status, latency_ms, thought } = event
  const details = isPfClient(mapping) ? pfMetadata({ node, status, latency_ms, ...(thought === undefined ? {} : { thought }) }) : {}
  mapping.emit({ type: 'STEP_FINISHED', stepName, ...details })
}

/** Closes all open steps, the last one first. */
export function closeSteps(mapping: Mapping): void {
  for (const stepName of [...mapping.steps.values()].reverse()) mapping.emit({ type: 'STEP_FINISHED', stepName })
  mapping.steps.clear()
}

function nameOf(mapping: Mapping, event: PlannerEvent<'step_start'>): string {
  const parts = [`step ${event.step ?? 0}`, event.node, event.branch === undefined ? undefined : `#${event.branch}`]
  const open = new Set(mapping.steps.values())
  let name = parts.filter(Boolean).join(' ')
  while (open.has(name)) name += '~'
  return name
}

const keyOf = ({ step, branch }: PlannerEvent<'step_start' | 'step_complete'>) => `${step ?? 0}/${branch ?? ''}`

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

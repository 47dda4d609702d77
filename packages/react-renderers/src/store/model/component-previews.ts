import type { ValidationIssue } from '@pf/core'
import { findTurn, type Model, patchTurn, putTurn, turnById, warn, withPart } from './model.ts'
import type { Preview } from './preview.ts'
import type { AssistantTurn, ComponentState, PartRef, ToolCallState, TurnStatus } from './types.ts'

/** Maximum number of components of one turn. Further components are omitted with a warning. */
export const MAX_COMPONENTS = 200

/** Returns the turn of a call and the component that represents the call. */
function findComponentOfCall(model: Model, tool_call_id: string) {
  const turn = findTurn(model, ({ toolCalls }) => toolCalls.some(({ id }) => id === tool_call_id))
  return { turn, known: turn?.components.find((component) => component.tool_call_id === tool_call_id) }
}

/** True if the server has not sent the final state of the component. */
export const isPending = ({ status }: Pick<ComponentState, 'status'>) => status === 'skeleton' || status === 'streaming'

/** Replaces the component with the same key, or inserts the component. */
export function putComponent(model: Model, turn: AssistantTurn, component: ComponentState): void {
  const index = turn.components.findIndex((candidate) => candidate.key === component.key)
  // A question is never omitted, because its run would wait forever.
  if (index < 0 && component.question === undefined && turn.components.length >= MAX_COMPONENTS) {
    warn(model, turn, { code: 'too_many_components', text: `More than ${MAX_COMPONENTS} components; the others are not shown.` })
    return
  }
  const parts = withPart(turn.parts, 'component', component.key)
  const components = index < 0 ? turn.components.toSpliced(insertionIndex(turn, parts, component.key), 0, component) : turn.components.with(index, component)
  patchTurn(model, turn, { components, parts })
}

/**
 * Returns the index at which a component is inserted. Components have the order of their parts, and the part of a preview is created at the
 * start of its call.
 */
function insertionIndex(turn: AssistantTurn, parts: readonly PartRef[], key: string): number {
  const keys = parts.filter((part) => part.kind === 'component').map((part) => part.id)
  const later = new Set(keys.slice(keys.indexOf(key) + 1))
  const next = turn.components.findIndex((other) => later.has(other.key))
  return next < 0 ? turn.components.length : next
}

/** Updates the previews that received input since the last snapshot. */
export function refreshPreviews(model: Model): void {
  for (const [tool_call_id, preview] of model.previews) {
    if (!preview.consumeChange()) continue
    const { turn, known } = findComponentOfCall(model, tool_call_id)
    if (!turn || (known && !isPending(known))) continue
    const call = turn.toolCalls.find(({ id }) => id === tool_call_id)
    const view = preview.view()
    if (view) putComponent(model, turn, { ...newComponent(turn, tool_call_id, call?.started), tool_call_id, ...known, ...view })
    else if (known) removeComponent(model, turn, { component: known })
  }
}

/** Returns the initial fields of a component in a turn. */
export const newComponent = (turn: AssistantTurn, key: string, ts = 0) => ({ key, id: key, message_id: turn.id, seq: 0, ts, version: 0 })

/** Converts a preview to a rejected component. If no preview was shown, nothing is added. */
export function rejectPreview(model: Model, tool_call_id: string, errors: ValidationIssue[]): void {
  refreshPreviews(model)
  model.previews.delete(tool_call_id)
  const { turn, known } = findComponentOfCall(model, tool_call_id)
  if (!turn || !known || known.status === 'ready') return
  putComponent(model, turn, { ...known, ...((errors.length > 0 || !known.errors) && { errors }), status: 'rejected', props: {} })
}

/** Removes a preview completely. */
export function dropPreview(model: Model, tool_call_id: string): void {
  model.previews.delete(tool_call_id)
  const { turn, known } = findComponentOfCall(model, tool_call_id)
  if (turn && (!known || isPending(known))) removeComponent(model, turn, { component: known, key: tool_call_id })
}

/** Removes a component and, with `key`, its part. Returns the changed turn. */
export function removeComponent(model: Model, turn: AssistantTurn, { component, key }: { component: ComponentState | undefined; key?: string }): AssistantTurn {
  const components = turn.components.filter((other) => other !== component)
  const parts = turn.parts.filter((part) => part.kind !== 'component' || part.id !== key)
  const left = { ...turn, components, parts }
  putTurn(model, left)
  return left
}

/** Ends all previews at the end of a run. The preview of a successful call becomes a component, any other one is rejected. */
export function resolvePreviews(model: Model, turn_id: string, status: TurnStatus): void {
  refreshPreviews(model)
  const turn = turnById(model, turn_id)
  if (!turn) return
  const calls = new Map(turn.toolCalls.map((call) => [call.id, { call, completeArguments: model.previews.get(call.id)?.completeArguments() }]))
  for (const id of calls.keys()) model.previews.delete(id)
  if (status === 'waiting') return
  const components = turn.components.flatMap((component) =>
    isPending(component) ? resolvedComponent(component, calls.get(component.tool_call_id ?? '')) : component,
  )
  patchTurn(model, turn, { components, parts: turn.parts.filter(({ kind, id }) => kind !== 'component' || components.some(({ key }) => key === id)) })
}

/**
 * Returns the final component of a preview. The arguments of a successful call are validated when they are drawn, even if they could not be
 * shown before. A question that was not asked is removed.
 */
function resolvedComponent(
  component: ComponentState,
  { call, completeArguments }: { call?: ToolCallState; completeArguments?: ReturnType<Preview['completeArguments']> } = {},
): ComponentState[] {
  if (call?.name.startsWith('ui_')) return []
  const shown = component.status === 'streaming' ? {} : completeArguments
  if (call?.status === 'ok' && shown) return [{ ...component, ...shown, status: 'ready' }]
  return [{ ...component, status: 'rejected', props: {}, errors: [{ code: 'incomplete', pointer: '' }] }]
}

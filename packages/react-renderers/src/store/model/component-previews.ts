import type { ValidationIssue } from '@pf/core'
import { findTurn, type Model, patchTurn, putTurn, turnById, warn, withPart } from './model.ts'
import type { Preview } from './preview.ts'
import type { AssistantTurn, ComponentState, PartRef, ToolCallState, TurnStatus } from './types.ts'

/** Components of one turn that are drawn at most; more are left out with a warning. */
export const MAX_COMPONENTS = 200

/** The turn of a call, with the component that the call is shown as. */
function findComponentOfCall(model: Model, tool_call_id: string) {
  const turn = findTurn(model, ({ toolCalls }) => toolCalls.some(({ id }) => id === tool_call_id))
  return { turn, known: turn?.components.find((component) => component.tool_call_id === tool_call_id) }
}

/** Whether the server has not said its final word on it. */
export const isPending = ({ status }: Pick<ComponentState, 'status'>) => status === 'skeleton' || status === 'streaming'

/** Puts a component where the one with its key stands, or at the end of the turn. */
export function putComponent(model: Model, turn: AssistantTurn, component: ComponentState): void {
  const index = turn.components.findIndex((candidate) => candidate.key === component.key)
  // Without its question a run would wait for ever.
  if (index < 0 && component.question === undefined && turn.components.length >= MAX_COMPONENTS) {
    warn(model, turn, { code: 'too_many_components', text: `More than ${MAX_COMPONENTS} components; the rest is left out.` })
    return
  }
  const parts = withPart(turn.parts, 'component', component.key)
  const components = index < 0 ? turn.components.toSpliced(insertionIndex(turn, parts, component.key), 0, component) : turn.components.with(index, component)
  patchTurn(model, turn, { components, parts })
}

/** Components stand in the order of their parts: a preview's part is there from the call's start, whenever it is first drawn. */
function insertionIndex(turn: AssistantTurn, parts: readonly PartRef[], key: string): number {
  const keys = parts.filter((part) => part.kind === 'component').map((part) => part.id)
  const later = new Set(keys.slice(keys.indexOf(key) + 1))
  const next = turn.components.findIndex((other) => later.has(other.key))
  return next < 0 ? turn.components.length : next
}

/** Brings every preview that was fed since the last snapshot into its turn. */
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

/** A component's place in a turn, before anything is known of it. */
export const newComponent = (turn: AssistantTurn, key: string, ts = 0) => ({ key, id: key, message_id: turn.id, seq: 0, ts, version: 0 })

/** Turns a preview into a rejected component; where nothing was shown, nothing appears. */
export function rejectPreview(model: Model, tool_call_id: string, errors: ValidationIssue[]): void {
  refreshPreviews(model)
  model.previews.delete(tool_call_id)
  const { turn, known } = findComponentOfCall(model, tool_call_id)
  if (!turn || !known || known.status === 'ready') return
  putComponent(model, turn, { ...known, ...((errors.length > 0 || !known.errors) && { errors }), status: 'rejected', props: {} })
}

/** Removes a preview without a trace. */
export function dropPreview(model: Model, tool_call_id: string): void {
  model.previews.delete(tool_call_id)
  const { turn, known } = findComponentOfCall(model, tool_call_id)
  if (turn && (!known || isPending(known))) removeComponent(model, turn, { component: known, key: tool_call_id })
}

/** Takes a component off the page, with `key` its place as well; gives the turn that is left. */
export function removeComponent(model: Model, turn: AssistantTurn, { component, key }: { component: ComponentState | undefined; key?: string }): AssistantTurn {
  const components = turn.components.filter((other) => other !== component)
  const parts = turn.parts.filter((part) => part.kind !== 'component' || part.id !== key)
  const left = { ...turn, components, parts }
  putTurn(model, left)
  return left
}

/** At the end of a run no preview stays open: a call that succeeded stands as it is, any other was cut. */
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

/** What was asked for in a call that succeeded is checked when it is drawn, whether or not it could be shown before; a question was never asked. */
function resolvedComponent(
  component: ComponentState,
  { call, completeArguments }: { call?: ToolCallState; completeArguments?: ReturnType<Preview['completeArguments']> } = {},
): ComponentState[] {
  if (call?.name.startsWith('ui_')) return []
  const shown = component.status === 'streaming' ? {} : completeArguments
  if (call?.status === 'ok' && shown) return [{ ...component, ...shown, status: 'ready' }]
  return [{ ...component, status: 'rejected', props: {}, errors: [{ code: 'incomplete', pointer: '' }] }]
}

import type { ValidationIssue } from '@pf/core'
import { findTurn, type Model, patchTurn, putTurn, turnById, withPart } from './model.ts'
import type { Preview } from './preview.ts'
import type { AssistantTurn, ComponentState, PartRef, TurnStatus } from './types.ts'

/** Components of one turn that are drawn at most; more are left out with a warning. */
export const MAX_COMPONENTS = 200

const holder = (model: Model, tool_call_id: string) => findTurn(model, ({ toolCalls }) => toolCalls.some((call) => call.id === tool_call_id))
const shown = (turn: AssistantTurn, tool_call_id: string) => turn.components.find((component) => component.tool_call_id === tool_call_id)

/** Whether the server has not said its final word on it. */
export const isPending = ({ status }: Pick<ComponentState, 'status'>) => status === 'skeleton' || status === 'streaming'

/** Puts a component where the one with its key stands, or at the end of the turn. */
export function putComponent(model: Model, turn: AssistantTurn, component: ComponentState): void {
  const index = turn.components.findIndex((candidate) => candidate.key === component.key)
  // Without its question a run would wait for ever.
  if (index < 0 && component.question === undefined && turn.components.length >= MAX_COMPONENTS) {
    warnOnce(model, turn)
    return
  }
  const parts = withPart(turn.parts, 'component', component.key)
  const components = index < 0 ? turn.components.toSpliced(placeOf(turn, parts, component.key), 0, component) : turn.components.with(index, component)
  patchTurn(model, turn, { components, parts })
}

/** Components stand in the order of their parts: a preview's part is there from the call's start, whenever it is first drawn. */
function placeOf(turn: AssistantTurn, parts: readonly PartRef[], key: string): number {
  const order = new Map(parts.filter((part) => part.kind === 'component').map((part, index) => [part.id, index]))
  const own = order.get(key) ?? 0
  const next = turn.components.findIndex((other) => (order.get(other.key) ?? 0) > own)
  return next < 0 ? turn.components.length : next
}

function warnOnce(model: Model, turn: AssistantTurn) {
  const code = 'too_many_components'
  if (turn.warnings.some((warning) => warning.code === code)) return
  patchTurn(model, turn, { warnings: [...turn.warnings, { code, text: `More than ${MAX_COMPONENTS} components; the rest is left out.` }] })
}

/** Brings every preview that was fed since the last snapshot into its turn. */
export function refreshPreviews(model: Model): void {
  for (const [tool_call_id, preview] of model.previews) {
    if (!preview.takeChanged()) continue
    const turn = holder(model, tool_call_id)
    if (!turn) continue
    const known = shown(turn, tool_call_id)
    if (known && !isPending(known)) continue
    const view = preview.view()
    if (view) putComponent(model, turn, { ...blank(turn, tool_call_id), ...known, ...view })
    else if (known) takeOut(model, turn, { component: known })
  }
}

function blank(turn: AssistantTurn, tool_call_id: string): Omit<ComponentState, 'component' | 'status' | 'props'> {
  const ts = turn.toolCalls.find((call) => call.id === tool_call_id)?.started ?? 0
  return { key: tool_call_id, id: tool_call_id, tool_call_id, message_id: turn.id, seq: 0, ts, version: 0 }
}

/** Turns a preview into a rejected component; where nothing was shown, nothing appears. */
export function rejectPreview(model: Model, tool_call_id: string, errors: ValidationIssue[]): void {
  refreshPreviews(model)
  model.previews.delete(tool_call_id)
  const turn = holder(model, tool_call_id)
  const known = turn && shown(turn, tool_call_id)
  if (turn && known && known.status !== 'ready') {
    const more = errors.length > 0 || !known.errors ? { errors } : {}
    putComponent(model, turn, { ...known, ...more, status: 'rejected', props: {} })
  }
}

/** Removes a preview without a trace. */
export function dropPreview(model: Model, tool_call_id: string): void {
  model.previews.delete(tool_call_id)
  const turn = holder(model, tool_call_id)
  const known = turn && shown(turn, tool_call_id)
  if (turn && (!known || isPending(known))) takeOut(model, turn, { component: known, key: tool_call_id })
}

/** Takes a component off the page, with `key` its place as well; gives the turn that is left. */
export function takeOut(model: Model, turn: AssistantTurn, { component, key }: { component: ComponentState | undefined; key?: string }): AssistantTurn {
  const components = turn.components.filter((other) => other !== component)
  const parts = turn.parts.filter((part) => part.kind !== 'component' || part.id !== key)
  const left = { ...turn, components, parts }
  putTurn(model, left)
  return left
}

/** At the end of a run no preview stays open: a call that succeeded stands as it is, any other was cut. */
export function settlePreviews(model: Model, turn_id: string, status: TurnStatus): void {
  refreshPreviews(model)
  const turn = turnById(model, turn_id)
  if (!turn) return
  const ends = new Map(turn.toolCalls.filter((call) => call.status === 'ok').map((call) => [call.id, model.previews.get(call.id)?.whole()]))
  for (const call of turn.toolCalls) model.previews.delete(call.id)
  if (status === 'waiting') return
  const asking = new Set(turn.toolCalls.filter((call) => call.name.startsWith('ui_')).map((call) => call.id))
  const kept = turn.components.filter((component) => !(isPending(component) && asking.has(component.tool_call_id ?? '')))
  const components = kept.map((component) => (isPending(component) ? settled(component, ends) : component))
  patchTurn(model, turn, { components, parts: turn.parts.filter(({ kind, id }) => kind !== 'component' || components.some(({ key }) => key === id)) })
}

/** `ends` holds the calls that succeeded; what was asked for is checked when it is drawn, whether or not it could be shown before. */
function settled(component: ComponentState, ends: ReadonlyMap<string, ReturnType<Preview['whole']>>): ComponentState {
  const { tool_call_id = '', status } = component
  const whole = status === 'skeleton' ? ends.get(tool_call_id) : undefined
  if (whole) return { ...component, ...whole, status: 'ready' }
  if (status === 'streaming' && ends.has(tool_call_id)) return { ...component, status: 'ready' }
  return { ...component, status: 'rejected', props: {}, errors: [{ code: 'incomplete', pointer: '' }] }
}

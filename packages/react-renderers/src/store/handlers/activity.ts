import { isRecord } from '@pf/core/internal'
import { newComponent, putComponent } from '../model/component-previews.ts'
import type { Incoming } from '../model/incoming.ts'
import { currentTurn, type Handler, type Model } from '../model/model.ts'
import { name, object, omitUndefined, text } from '../model/read.ts'
import type { AssistantTurn } from '../model/types.ts'
import { patchComponent } from './components.ts'

const KIND = 'ui_component'

/** The activity form of a component for third-party clients. It is also used here if the server sends nothing else. */
export const activitySnapshot: Handler = (model, event) => {
  if (isComponentActivity(event.fields)) putActivity(model, currentTurn(model), event)
}

/** True for an activity that shows a component. */
export const isComponentActivity = ({ activityType, content }: Record<string, unknown>): boolean =>
  activityType === KIND && isRecord(content) && name(content.component) !== undefined

/** Adds the component of an activity to a turn. */
export function putActivity(model: Model, turn: AssistantTurn, { fields, ts }: Pick<Incoming, 'fields' | 'ts'>): void {
  const content = object(fields.content)
  const activity = text(fields.messageId)
  const id = name(content.id) ?? activity
  const known = turn.components.find((component) => component.id === id)
  if (id === '' || (known && fields.replace === false)) return
  const shown = { component: text(content.component), props: object(content.props), status: 'ready', title: name(content.title) } as const
  putComponent(model, turn, omitUndefined({ ...newComponent(turn, known?.key ?? id, ts), id, ...shown, meta: { activity_id: activity } }))
}

export const activityDelta: Handler = (model, { fields, ts }) => {
  if (fields.activityType !== KIND) return
  const turn = currentTurn(model)
  const known = turn.components.find((component) => component.meta?.activity_id === fields.messageId && component.status === 'ready')
  if (known) patchComponent(model, turn, known, { patch: fields.patch, version: known.version + 1, ts })
}

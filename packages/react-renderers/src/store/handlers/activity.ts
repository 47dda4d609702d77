import { isRecord } from '@pf/core/internal'
import { newComponent, putComponent } from '../model/component-previews.ts'
import { currentTurn, type Handler } from '../model/model.ts'
import { name, object, omitUndefined, text } from '../model/read.ts'
import { patchComponent } from './components.ts'

const KIND = 'ui_component'

/** The activity form of a component for third-party clients. It is also used here when the server sends nothing else. */
export const activitySnapshot: Handler = (model, { fields, ts }) => {
  const content = fields.content
  if (fields.activityType !== KIND || !isRecord(content) || name(content.component) === undefined) return
  const activity = text(fields.messageId)
  const id = name(content.id) ?? activity
  const turn = currentTurn(model)
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

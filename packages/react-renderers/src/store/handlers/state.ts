import { applyPatch } from '@pf/core'
import type { Handler } from '../model/model.ts'
import { json } from '../model/read.ts'

export const stateSnapshot: Handler = (model, { fields }) => {
  model.shared = json(fields.snapshot)
}

/** A patch that does not fit changes nothing; the next snapshot puts it right. */
export const stateDelta: Handler = (model, { fields }) => {
  const result = applyPatch(model.shared ?? {}, fields.delta)
  if (result.ok) model.shared = result.value
}

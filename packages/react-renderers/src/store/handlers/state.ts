import { applyPatch } from '@pf/core'
import type { Handler } from '../model/model.ts'
import { json } from '../model/read.ts'

export const stateSnapshot: Handler = (model, { fields }) => {
  model.shared = json(fields.snapshot)
}

/** Ignores a patch that cannot be applied; the next snapshot corrects the state. */
export const stateDelta: Handler = (model, { fields }) => {
  const result = applyPatch(model.shared ?? {}, fields.delta)
  if (result.ok) model.shared = result.value
}

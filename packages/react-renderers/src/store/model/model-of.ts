import type { Model } from './model.ts'
import type { ComponentStore } from './types.ts'

const models = new WeakMap<ComponentStore, Model>()

/** Gives those parts of this package that are loaded on demand access to the model of a store. */
export function withModel(store: ComponentStore, model: Model): ComponentStore {
  models.set(store, model)
  return store
}

/** Returns the model of a store. Callers that change the model must call `notify`. Throws TypeError for a store that was not created by this package. */
export function modelOf(store: ComponentStore): Model {
  const model = models.get(store)
  if (!model) throw new TypeError('This store was not created by createComponentStore(). Pass one that was.')
  return model
}

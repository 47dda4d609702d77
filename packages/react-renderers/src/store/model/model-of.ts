import type { Model } from './model.ts'
import type { ComponentStore } from './types.ts'

const models = new WeakMap<ComponentStore, Model>()

/** Lets the parts of this package that not every page has work on the inside of a store. */
export function withModel(store: ComponentStore, model: Model): ComponentStore {
  models.set(store, model)
  return store
}

/** The inside of a store; who changes it calls `wake`. Throws TypeError for one that was not made here. */
export function modelOf(store: ComponentStore): Model {
  const model = models.get(store)
  if (!model) throw new TypeError('This store does not come from createComponentStore(): pass one that does.')
  return model
}

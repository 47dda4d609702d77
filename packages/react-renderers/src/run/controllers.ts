import type { RunClient } from '@pf/core'
import type { ComponentStore } from '../store/model/types.ts'
import { createRunController, type RunController } from './create-run-controller.ts'

interface CacheEntry {
  client: RunClient
  controller: RunController
}

const controllers = new WeakMap<ComponentStore, Map<string, CacheEntry>>()
const holders = new WeakMap<RunController, number>()

/** Returns the shared controller of a thread in a store, so that sending and answering read the same stream. */
export function controllerOf(client: RunClient, store: ComponentStore, threadId: string): RunController {
  const threads = controllers.get(store) ?? new Map<string, CacheEntry>()
  controllers.set(store, threads)
  const known = threads.get(threadId)
  if (known?.client === client) return known.controller
  const controller = createRunController({ client, store, threadId })
  threads.set(threadId, { client, controller })
  return controller
}

/** Keeps a controller reading. The returned function releases it. Reading stops with the last release. */
export function holdController(controller: RunController): () => void {
  holders.set(controller, (holders.get(controller) ?? 0) + 1)
  return () => {
    const left = (holders.get(controller) ?? 1) - 1
    holders.set(controller, left)
    if (left === 0) controller.detach()
  }
}

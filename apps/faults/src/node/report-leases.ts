import type { RunStore } from '@pf/core'

/** A store that reports which runs its process begins and ceases to hold, so that the driver knows what a killed process was working on. */
export function reportLeases(storage: RunStore, report: (change: 'holds' | 'leaves', run_id: string) => void): RunStore {
  return {
    ...storage,
    async lease(scope, resource, options) {
      const result = await storage.lease(scope, resource, options)
      if (result.status === 'granted' && resource.kind === 'run') report('holds', resource.run_id)
      return result
    },
    async release(scope, lease) {
      if (lease.resource.kind === 'run') report('leaves', lease.resource.run_id)
      await storage.release(scope, lease)
    },
    async commit(scope, input) {
      const result = await storage.commit(scope, input)
      if (result.status === 'committed' && input.events.at(-1)?.type === 'finish') report('leaves', input.run.run_id)
      return result
    },
  }
}

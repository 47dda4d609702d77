import { type Bundle, exportBundle, type RunRecorder } from '@pf/bundle'
import { PfError, type Scope, type StorePorts } from '@pf/core'
import type { AgentOptions } from '@pf/planner'

interface ReportOptions {
  stores: StorePorts
  recorder: RunRecorder
  agents: readonly AgentOptions[]
}

/** A bundle of a run, or the reason why there is none. */
export type Report = { ok: true; bundle: Bundle } | { ok: false; code: 'not_found' | 'conflict'; message: string }

/** Makes the file with which a user reports a problem: a bundle of a run of that user, without credentials and passwords. */
export function createReports({ stores, recorder, agents }: ReportOptions) {
  return {
    async read(scope: Scope, run_id: string): Promise<Report> {
      const run = await stores.storage.load(scope, run_id)
      const agent = agents.find(({ name }) => name === run?.agent)
      try {
        return { ok: true, bundle: await exportBundle({ ports: stores, scope, runId: run_id, recorder, ...(agent ? { agent } : {}) }) }
      } catch (error) {
        if (!PfError.isInstance(error) || (error.code !== 'not_found' && error.code !== 'conflict')) throw error
        return { ok: false, code: error.code, message: error.message }
      }
    },
  }
}

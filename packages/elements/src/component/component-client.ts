import { type ComponentFailure, PfError, type RunClient } from '@pf/core'

/** Returns a client for a component without a run: it reads pages of stored rows from the server, and reports what could not be drawn. */
export function componentClient(client: RunClient, onFailed: (failure: ComponentFailure) => void): RunClient {
  const withoutRun = () => Promise.reject(new PfError('not_found', 'A <pf-component> belongs to no run.'))
  return {
    start: async function* () {},
    attach: async function* () {},
    answer: withoutRun,
    cancel: async () => false,
    thread: async () => undefined,
    upload: withoutRun,
    catalog: withoutRun,
    page: (...request) => client.page(...request),
    componentFailed: async (failure) => {
      onFailed(failure)
      return true
    },
  }
}

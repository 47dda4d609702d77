import { type Model, PfError } from '@pf/core'
import { createRecordedModel, recordModel } from '@pf/planner/recording'
import { type Recording, runKey } from './recording-file.ts'

/** How recorded calls are matched with requests, as in `createRecordedModel`. */
export type ReplayMatch = 'request' | 'order'

/** Returns a function for `modelFor` of `runSuite` that records the calls of each run into `recording`. */
export function recordRuns(model: Model, recording: Recording): (brief: string, run: number) => Model {
  return (brief, run) => {
    const exchanges: Recording['runs'] extends Map<string, infer List> ? List : never = []
    recording.runs.set(runKey(brief, run), exchanges)
    return recordModel(model, (exchange) => void exchanges.push(exchange))
  }
}

/**
 * Returns a function for `modelFor` of `runSuite` that repeats the calls of a recording. A run that was not recorded throws PfError
 * `not_found` when it calls the model, so that it is reported as not measured.
 */
export function replayRuns({ model, runs }: Recording, match: ReplayMatch): (brief: string, run: number) => Model {
  return (brief, run) => {
    const exchanges = runs.get(runKey(brief, run))
    if (!exchanges) throw new PfError('not_found', `The recording has no run ${run + 1} of ${brief}. Record it again.`)
    return createRecordedModel(exchanges, { name: model, match })
  }
}

/** Returns a model that has a name and is never asked, for configurations whose calls are repeated. */
export function unasked(name: string): Model {
  return {
    name,
    stream: () => {
      throw new PfError('internal', 'The calls of this configuration are repeated, so its model is not asked.')
    },
  }
}

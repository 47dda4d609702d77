import { PfError } from '@pf/core'
import type { Model, ModelCallOptions, ModelCallRun, ModelRequest } from '../model/model.ts'
import { type ModelExchange, toRecordedRequest } from './model-exchange.ts'

/** Options of `recordModel`. */
export interface RecordOptions {
  /** A clock in milliseconds for `duration_ms`. Default `performance.now`. */
  now?: () => number
}

/**
 * Returns a model that passes requests and chunks through unchanged, and calls `onExchange` once when a call has ended: by itself, by an
 * error, or because its caller aborted it or stopped reading. `run` is the run of an agent that made the call. A promise
 * of `onExchange` is awaited before the stream ends, and an error of it ends the call.
 */
export function recordModel<Recorded extends Model>(
  model: Recorded,
  onExchange: (exchange: ModelExchange, run: ModelCallRun | undefined) => void | Promise<void>,
  { now = () => performance.now() }: RecordOptions = {},
): Recorded {
  async function* stream(request: ModelRequest, options: ModelCallOptions) {
    const start = now()
    const recorded = await toRecordedRequest(request)
    const chunks: ModelExchange['chunks'] = []
    let ended: Pick<ModelExchange, 'outcome' | 'error'> = { outcome: 'aborted' }
    try {
      for await (const chunk of model.stream(request, options)) {
        if (chunk.type !== 'started') chunks.push(structuredClone(chunk))
        if (chunk.type === 'finish') ended = { outcome: 'complete' }
        yield chunk
      }
      // A stream that ends because its signal aborted may end without an error.
      if (!options.signal.aborted) ended = { outcome: 'complete' }
    } catch (thrown) {
      if (!options.signal.aborted) ended = { outcome: 'error', error: toRecordedError(thrown) }
      throw thrown
    } finally {
      const exchange: ModelExchange = { version: 1, model: model.name, request: recorded, chunks, ...ended, duration_ms: Math.max(0, now() - start) }
      await onExchange(exchange, options.run)
    }
  }
  const inherited = described.flatMap((key) => (model[key] === undefined ? [] : [[key, model[key]]]))
  return { ...model, ...Object.fromEntries(inherited), stream }
}

/** The members of a model beside its stream. They may be getters of a class, which a spread omits. */
const described = ['name', 'accepts', 'provider', 'server', 'contextTokens', 'keepsReasoning'] as const satisfies readonly (keyof Model)[]

/** Errors that are not of these packages have messages of unknown content, so only their code is recorded. */
function toRecordedError(thrown: unknown): { code: string; message: string } {
  if (PfError.isInstance(thrown)) return { code: thrown.code, message: thrown.message }
  return { code: 'internal', message: 'The model threw an error.' }
}

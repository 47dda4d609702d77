import { PfError } from '@pf/core'
import { equalJson } from '@pf/core/internal'
import type { Model, ModelRequest } from '../model/model.ts'
import { compareRequests, type RequestDifference } from './compare-requests.ts'
import { type ModelExchange, type RecordedRequest, readModelExchanges, toRecordedRequest } from './model-exchange.ts'

/** Options of `createRecordedModel`. */
export interface RecordedModelOptions extends Omit<Model, 'name' | 'stream'> {
  /** Default: the name of the model of the first exchange, or `recorded`. */
  name?: string
  /**
   * `request` (the default): a request receives the first unused exchange with an equal request. `order`: requests receive the exchanges in
   * their order, whatever they ask.
   */
  match?: 'request' | 'order'
  /** Applied to both requests before they are compared, to remove what differs in each run, such as a date. */
  normalize?: (request: RecordedRequest) => RecordedRequest
}

/**
 * Creates a model that repeats recorded calls: each exchange once, with its chunks and its error; an aborted one ends with `cancelled`. A
 * request without an exchange throws PfError `model_unavailable`; `fields.differences` compares it with the most similar unused exchange. Throws
 * PfError `invalid_input` if the exchanges are invalid.
 */
export function createRecordedModel(exchanges: readonly ModelExchange[], options: RecordedModelOptions = {}): Model {
  const { name, match = 'request', normalize = (request) => request, ...capabilities } = options
  const unused = readModelExchanges(exchanges).map((exchange) => ({ exchange, compared: normalize(exchange.request) }))
  const recorded = unused.length
  const take = async (request: ModelRequest): Promise<ModelExchange> => {
    const sent = normalize(await toRecordedRequest(request))
    const at = match === 'order' ? 0 : unused.findIndex(({ compared }) => equalJson(compared, sent))
    const [taken] = at < 0 ? [] : unused.splice(at, 1)
    if (taken) return taken.exchange
    throw notRecorded(
      sent,
      unused.map(({ compared }) => compared),
      recorded,
    )
  }
  return {
    ...capabilities,
    name: name ?? unused[0]?.exchange.model ?? 'recorded',
    async *stream(request, { signal }) {
      signal.throwIfAborted()
      const { chunks, outcome, error } = await take(request)
      for (const chunk of chunks) {
        signal.throwIfAborted()
        yield structuredClone(chunk)
      }
      if (error) throw new PfError(error.code as PfError['code'], error.message)
      if (outcome === 'aborted') throw new PfError('cancelled', 'The recorded model call was ended by its caller here.')
    },
  }
}

function notRecorded(sent: RecordedRequest, unused: readonly RecordedRequest[], recorded: number): PfError {
  const nearest = nearestDifferences(sent, unused)
  if (!nearest) {
    return new PfError('model_unavailable', `Each of the ${recorded} recorded model calls was used, and one more was requested. Record the run again.`)
  }
  const [first] = nearest
  const location = first ? `${first.pointer.slice(0, 80)}${first.offset === undefined ? '' : ` at character ${first.offset}`}` : ''
  const message = `No unused recorded call has this request. The most similar one first differs in ${location}. Record the run again.`
  return new PfError('model_unavailable', message, { fields: { differences: nearest } })
}

/** Returns the differences from the unused request that has the most characters in common with this one before its first difference. */
function nearestDifferences(sent: RecordedRequest, unused: readonly RecordedRequest[]): RequestDifference[] | undefined {
  const text = JSON.stringify(sent)
  let nearest: { request: RecordedRequest; common: number } | undefined
  for (const request of unused) {
    const common = commonPrefix(text, JSON.stringify(request))
    if (!nearest || common > nearest.common) nearest = { request, common }
  }
  return nearest && compareRequests(nearest.request, sent)
}

function commonPrefix(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

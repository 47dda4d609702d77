import { PfError } from '@pf/core'
import type { ModelChunk } from '../model/model.ts'
import { toModelError } from './model-error.ts'
import { type ProviderError, readProviderError } from './provider-error.ts'

/** Converts the events of one response to chunks. It validates everything and reads only documented members, because endpoints send unexpected data. */
export interface ResponseReader {
  read(event: unknown): ModelChunk[]
  /** Called at the regular end of the stream. Returns a finish for a response without one, if its native call is complete. */
  end(): ModelChunk[]
  /** Something has come: a failure from here on breaks a stream, it does not refuse a request. */
  readonly begun: boolean
}

/** One call of a provider's client. */
export interface ResponseCall {
  reader: ResponseReader
  signal: AbortSignal
  /** Sends the request. Rejects as the client does. */
  open(): Promise<AsyncIterable<unknown>>
  /** Changes the next `open` after a refusal. Returns true if the request should be sent again. */
  adapt(refusal: ProviderError): boolean
}

/** The message for a web page or plain JSON instead of a stream, of which the reader silently skips everything. */
const nothingRead = 'The model server did not answer with a completion. Check the base URL, which often ends in /v1, and ask again.'

/** Streams one response: adapts a refused request, ends with the reason of the signal, and converts every failure to a PfError of the Model port. */
export async function* streamResponse({ reader, signal, open, adapt }: ResponseCall): AsyncGenerator<ModelChunk, void, undefined> {
  try {
    const stream = await openAdapted(open, adapt, signal)
    for await (const event of stream) yield* reader.read(event)
    // An aborted request ends its loop without an error.
    signal.throwIfAborted()
    if (!reader.begun) throw new PfError('model_cut', nothingRead)
    yield* reader.end()
  } catch (error) {
    throw signal.aborted ? signal.reason : toModelError(error, reader.begun)
  }
}

async function openAdapted(open: ResponseCall['open'], adapt: ResponseCall['adapt'], signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  while (true) {
    try {
      return await open()
    } catch (error) {
      const refusal = readProviderError(error)
      if (signal.aborted || !refusal || !adapt(refusal)) throw error
    }
  }
}

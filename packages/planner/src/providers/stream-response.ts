import { PfError } from '@pf/core'
import type { ModelChunk } from '../model/model.ts'
import { toModelError } from './model-error.ts'
import { type ProviderError, readProviderError } from './provider-error.ts'

/** Turns the events of one response into chunks. Reads only what is documented and nothing by trust: endpoints send odd things. */
export interface ResponseReader {
  read(event: unknown): ModelChunk[]
  /** Something has come: a failure from here on breaks a stream, it does not refuse a request. */
  readonly begun: boolean
}

/** One call of a provider's client. */
export interface ResponseCall {
  reader: ResponseReader
  signal: AbortSignal
  /** Sends the request; rejects as the client does. */
  open(): Promise<AsyncIterable<unknown>>
  /** Changes what the next `open` sends after a refusal. True when it is worth sending. */
  adapt(refusal: ProviderError): boolean
}

/** A web page or plain JSON in place of a stream: its reader skips all of it without a word. */
const nothingRead = 'The model server answered with nothing that is a completion. Check the base URL, which often ends in /v1, and ask again.'

/** Streams one response: adapts a refused request, ends with the reason of the signal, and turns every failure into a PfError of the Model port. */
export async function* streamResponse({ reader, signal, open, adapt }: ResponseCall): AsyncGenerator<ModelChunk, void, undefined> {
  try {
    const stream = await openAdapted(open, adapt, signal)
    for await (const event of stream) yield* reader.read(event)
    // An aborted request ends its loop without an error.
    signal.throwIfAborted()
    if (!reader.begun) throw new PfError('model_cut', nothingRead)
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

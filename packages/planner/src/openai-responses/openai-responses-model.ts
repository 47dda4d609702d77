import type { Model, StartedResponse } from '../model/model.ts'
import { createDialect } from '../providers/dialect.ts'
import { imagesAndPdf } from '../providers/media-types.ts'
import { readProviderError } from '../providers/provider-error.ts'
import { serverOf } from '../providers/server-of.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import { isPfError } from '../util/thrown-message.ts'
import { backgroundStream } from './background-stream.ts'
import { createResponseEventReader, type ReceivedEvent, receivedEvent } from './event-reader.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'
import { droppable, toResponseBody } from './response-body.ts'

/**
 * Creates a Model for the Responses API of OpenAI, with streaming. Reasoning items are kept and sent back: encrypted, or by id with
 * `background`, where the provider stores them. If a 400 names an optional parameter, the parameter is dropped permanently and the request
 * is repeated. Failures are the same as for `openaiModel`.
 */
export function openaiResponsesModel(options: OpenAiResponsesModelOptions): Model {
  const { client, model } = options
  const dialect = createDialect()
  const by = `openai-responses:${model}`
  return {
    name: options.name ?? model,
    accepts: options.accepts ?? imagesAndPdf,
    provider: options.provider ?? 'openai',
    ...serverOf(client),
    keepsReasoning: true,
    stream: (request, { signal }) => {
      const reader = createResponseEventReader(model, { by, resumable: options.background === true })
      const adapted = adaptRequest(request, { dialect, droppable, model })
      let resume = request.resume?.by === by ? request.resume : undefined
      if (options.background) cancelWithRun(client, reader, signal)
      return streamResponse({
        reader,
        signal,
        open: async () => {
          const started = resume
          resume = undefined
          const stream = started && (await ask(client, started, signal))
          if (stream) return continued(started, backgroundStream(stream, { client, reader, signal }))
          const made = toResponseBody(options, dialect, adapted.next(), by)
          adapted.sends(made.sent)
          const created = await client.responses.create(made.body, { signal })
          return made.body.background ? backgroundStream(created, { client, reader, signal }) : created
        },
        adapt: adapted.adapt,
      })
    },
  }
}

/** Requests the events of a response that an earlier process started, after those that it stored; undefined if the provider no longer has it. */
async function ask(client: OpenAiResponsesModelOptions['client'], { id, received }: StartedResponse, signal: AbortSignal) {
  try {
    return await client.responses.retrieve(id, { stream: true, ...(received ? { starting_after: received.after } : {}) }, { signal })
  } catch (error) {
    if (signal.aborted || readProviderError(error)?.status === undefined) throw error
    return undefined
  }
}

async function* continued(response: StartedResponse, events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const first: ReceivedEvent = { type: receivedEvent, response }
  yield first
  yield* events
}

/**
 * Cancels the response of a run that the user cancelled, so that it causes no further cost. The response of a run that is handed over to
 * another process continues there.
 */
function cancelWithRun(client: OpenAiResponsesModelOptions['client'], reader: { id: string; finished: boolean }, signal: AbortSignal): void {
  const cancel = () => {
    const { reason } = signal
    if (reader.id !== '' && !reader.finished && isPfError(reason) && (reason.code === 'cancelled' || reason.code === 'deadline'))
      client.responses.cancel(reader.id).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
}

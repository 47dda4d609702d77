import type { Model, StartedResponse } from '../model/model.ts'
import type { Dialect } from '../providers/dialect.ts'
import { imagesAndPdf } from '../providers/media-types.ts'
import { readProviderError } from '../providers/provider-error.ts'
import { streamResponse } from '../providers/stream-response.ts'
import { adaptRequest } from '../providers/strict-roles.ts'
import { isPfError } from '../util/thrown-message.ts'
import { backgroundStream } from './background-stream.ts'
import { createResponseEventReader } from './event-reader.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'
import { droppable, toResponseBody } from './response-body.ts'

/**
 * Creates a Model for the Responses API of OpenAI, with streaming. Reasoning items are kept and sent back: encrypted, or by id with
 * `background`, where the provider stores them. If a 400 names an optional parameter, the parameter is dropped permanently and the request
 * is repeated. Failures are the same as for `openaiModel`.
 */
export function openaiResponsesModel(options: OpenAiResponsesModelOptions): Model {
  const { client, model } = options
  const dialect: Dialect = { unsupported: new Set() }
  const by = `openai-responses:${model}`
  return {
    name: options.name ?? model,
    accepts: options.accepts ?? imagesAndPdf,
    provider: options.provider ?? 'openai',
    stream: (request, { signal }) => {
      const reader = createResponseEventReader(model, { by, resumable: options.background === true })
      const adapted = adaptRequest(request, { dialect, droppable, model })
      let resume = request.resume?.by === by ? request.resume : undefined
      if (options.background) cancelWithRun(client, reader, signal)
      return streamResponse({
        reader,
        signal,
        open: async () => {
          const started = resume && (await ask(client, resume, signal))
          resume = undefined
          if (started) return backgroundStream(started, { client, reader, signal })
          const made = toResponseBody(options, dialect, adapted.next(), by)
          adapted.sends(made.sent)
          const stream = await client.responses.create(made.body, { signal })
          return made.body.background ? backgroundStream(stream, { client, reader, signal }) : stream
        },
        adapt: adapted.adapt,
      })
    },
  }
}

/** Requests the events of a response that an earlier process started, from its beginning; undefined if the provider no longer has it. */
async function ask(client: OpenAiResponsesModelOptions['client'], { id }: StartedResponse, signal: AbortSignal) {
  try {
    return await client.responses.retrieve(id, { stream: true }, { signal })
  } catch (error) {
    if (signal.aborted || readProviderError(error)?.status === undefined) throw error
    return undefined
  }
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
